#include "narrow/family/primitive_queries.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "base/guard.h"
#include "base/work.h"
#include "math/double_double.h"
#include "math/exact.h"
#include "math/norms.h"
#include "narrow/body/box_hull.h"
#include "narrow/body/pair_cache.h"
#include "narrow/body/so_far.h"
#include "narrow/body/world_volume.h"
#include "narrow/distance/core_queries.h"
#include "narrow/inside/enclosed.h"
#include "narrow/ray/ray_triangle.h"
#include "narrow/triangle/triangle_distance.h"
#include "tree/descend.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Exactly, one triangle after the other.
class MeetsPrimitive {
 public:
  MeetsPrimitive(const Posed& primitive, const Reach& reach) : primitive_(primitive), reach_(reach) {
    if (primitive.shape->form != ShapeForm::box) core_ = primitive.triangle(0);
  }
  bool operator()(const Triangle& t) {
    if (primitive_.shape->form != ShapeForm::box) {
      if (reach_.upper() == 0 && core_.a != core_.b) return ray_meets_triangle(ray_between(core_.a, core_.b), t).hit;
      return triangles_within(core_, t, reach_);
    }
    if (!hull_) hull_.emplace(primitive_);
    return hull_->meets(t);
  }

 private:
  const Posed& primitive_;
  Reach reach_;
  Triangle core_;
  std::optional<BoxHull> hull_;  // made when float leaves something to decide
};

// Calls found(triangle) for every triangle of the mesh that is within reach of the primitive, until it returns false.
template <class Found>
void for_each_met(const Posed& primitive, const PlacedBody& mesh, const Reach& reach, bool first_only,
                  Counters& counters, const Found& found) {
  const double most = reach.upper();
  if (box_gap(primitive.box, mesh.body.box) > most) return;
  MeetsPrimitive meets(primitive, reach);
  const auto visit = [&](std::uint32_t i, bool certain) {
    if (!certain) {
      ++counters.double_tests;
      work::charge(8);
      work::poll();
      if (!meets(mesh.body.triangle(i))) return true;
    }
    return found(i);
  };
  TreeVolume volume;
  if (tree_volume(mesh.placement, world_volume(primitive, most), volume)) {
    PairWork work;
    descend(mesh.body.shape->tree(), mesh.body.shape->oriented().data(), volume.box, volume.map, first_only, work,
            visit);
    counters.box_tests += work.boxes;
    counters.triangle_tests += work.triangles;
    return;
  }
  for (std::uint32_t i = 0; i < mesh.body.shape->triangle_count; ++i) {
    ++counters.triangle_tests;
    if (!visit(i, false)) return;
  }
}

// Long lists are marked in a bit each and read off in order.
void sort_numbers(std::vector<std::uint32_t>& list, std::uint32_t below) {
  if (list.size() < 64 || list.size() < below / 256) {
    std::sort(list.begin(), list.end());
    return;
  }
  std::vector<std::uint64_t> marks(below / 64 + 1);
  for (const std::uint32_t i : list) marks[i / 64] |= std::uint64_t{1} << (i % 64);
  std::size_t at = 0;
  for (std::size_t word = 0; word < marks.size(); ++word)
    for (std::uint64_t bits = marks[word]; bits != 0; bits &= bits - 1)
      list[at++] = std::uint32_t(64 * word) + std::uint32_t(std::countr_zero(bits));
}

bool inside_mesh(const Posed& primitive, const PlacedBody& mesh, Counters& counters) {
  return mesh.body.shape->solid &&
         enclosed_triangle({primitive, place(*primitive.shape, primitive.pose)}, mesh, counters).has_value();
}

// What the normal may be off the true direction of the nearest points, as a length on a unit sphere: those two points
// are farther apart than the nearest by at most `bound`.
double normal_error(const DistanceResult& core) {
  return std::min(2.0, 2 * std::sqrt(2 * core.bound / core.distance) + 0x1p-48);
}

// The points on the cores are moved by these lengths along the normal.
void move_points(DistanceResult& result, double along_a, double along_b, double error) {
  result.point_a = result.point_a + result.normal * along_a;
  result.point_b = result.point_b - result.normal * along_b;
  const double coordinates = std::max(sum_abs(result.point_a), sum_abs(result.point_b));
  result.point_bound += std::max(along_a, along_b) * (error + 0x1p-50) + coordinates * 0x1p-52;
}

// A common point: on the core of the body with the lesser radius, or as near to it as the other reaches. Mirrors.
void set_touching(DistanceResult& result, double radius_a, double radius_b) {
  const double error = normal_error(result), bound = result.bound, apart = result.distance;
  Vec3 common;
  if (radius_a == radius_b) {
    common = result.point_a * 0.5 + result.point_b * 0.5;
  } else if (radius_a > radius_b) {
    common = apart <= radius_a ? result.point_b : result.point_a + result.normal * radius_a;
  } else {
    common = apart <= radius_b ? result.point_a : result.point_b - result.normal * radius_b;
  }
  move_points(result, radius_a, radius_b, error);
  result.point_bound += 2 * bound;
  result.point_a = result.point_b = common;
  result.distance = result.bound = result.lower = result.upper = 0;
  result.normal = {};
}

}  // namespace

std::vector<TrianglePair> sorted_pairs(std::vector<std::uint32_t> met, std::uint32_t below, bool primitive_is_a) {
  sort_numbers(met, below);
  std::vector<TrianglePair> pairs(met.size());
  for (std::size_t i = 0; i < met.size(); ++i)
    pairs[i] = primitive_is_a ? TrianglePair{0, met[i]} : TrianglePair{met[i], 0};
  return pairs;
}

CollideResult primitive_collide(const Posed& primitive, const PlacedBody& mesh, bool primitive_is_a,
                                const CollideSettings& settings, PairCache* cache) {
  auto result = no_so_far<CollideResult>();
  const std::uint64_t exact_before = exact_count();
  if (cache != nullptr && cache->used && !settings.all) {
    const std::uint32_t last = primitive_is_a ? cache->nearest.b : cache->nearest.a;
    ++result.counters.triangle_tests;
    if (last < mesh.body.shape->triangle_count &&
        MeetsPrimitive(primitive, {primitive.radius, mesh.body.radius, 0})(mesh.body.triangle(last))) {
      result.answer = Answer::yes;
      result.counters.exact_tests += exact_count() - exact_before;
      return result;
    }
  }
  std::vector<std::uint32_t> met;
  for_each_met(primitive, mesh, {primitive.radius, mesh.body.radius, 0}, !settings.all, result.counters,
               [&](std::uint32_t i) {
                 if (!result.yes()) remember(cache, primitive_is_a ? TrianglePair{0, i} : TrianglePair{i, 0});
                 result.answer = Answer::yes;
                 if (!settings.all) return false;
                 result.complete = met.size() < settings.max_results;
                 if (result.complete) met.push_back(i);
                 return result.complete;
               });
  if (!met.empty()) result.pairs = sorted_pairs(std::move(met), mesh.body.shape->triangle_count, primitive_is_a);
  if (!result.yes()) result.answer = answer_of(inside_mesh(primitive, mesh, result.counters));
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

std::optional<std::uint32_t> met_triangle(const Posed& primitive, const PlacedBody& mesh, Counters& counters) {
  std::optional<std::uint32_t> met;
  for_each_met(primitive, mesh, {primitive.radius, mesh.body.radius, 0}, true, counters, [&](std::uint32_t i) {
    met = i;
    return false;
  });
  return met;
}

CollideResult primitives_collide(const PlacedBody& a, const PlacedBody& b, const CollideSettings& settings) {
  auto result = no_so_far<CollideResult>();
  const WithinResult near = within_of(a, b, 0, nullptr);
  result.status = near.status;
  result.answer = answer_of(near.yes());
  result.counters += near.counters;
  if (settings.all && near.yes()) {
    result.complete = settings.max_results > 0;
    if (result.complete) result.pairs.push_back({0, 0});
  }
  return result;
}

bool descends_mesh(const Posed& a, const Posed& b, double tolerance) noexcept {
  const bool first = a.shape->primitive();
  if (first == b.shape->primitive()) return false;
  const bool rounded = a.radius > 0 || b.radius > 0 || tolerance > 0;
  return !((first ? a : b).shape->form == ShapeForm::box && rounded);
}

WithinResult mesh_within(const PlacedBody& a, const PlacedBody& b, double tolerance, PairCache* cache) {
  auto result = no_so_far<WithinResult>();
  const std::uint64_t exact_before = exact_count();
  const bool first = a.body.shape->primitive();
  const Posed& primitive = first ? a.body : b.body;
  const PlacedBody& mesh = first ? b : a;
  const Reach reach{a.body.radius, b.body.radius, tolerance};
  const auto found = [&](std::uint32_t i) {
    result.answer = Answer::yes;
    result.witness = first ? TrianglePair{0, i} : TrianglePair{i, 0};
    return false;
  };
  if (cache != nullptr && cache->used) {
    const std::uint32_t last = first ? cache->nearest.b : cache->nearest.a;
    ++result.counters.triangle_tests;
    if (last < mesh.body.shape->triangle_count && MeetsPrimitive(primitive, reach)(mesh.body.triangle(last)))
      found(last);
  }
  if (!result.yes()) for_each_met(primitive, mesh, reach, true, result.counters, found);
  if (!result.yes()) {
    result.answer = answer_of(inside_mesh(primitive, mesh, result.counters));
  } else {
    remember(cache, result.witness);
  }
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

DistanceResult swept_distance(const PlacedBody& a, const PlacedBody& b, const DistanceSettings& settings,
                              PairCache* cache) {
  const Reach reach{a.body.radius, b.body.radius, 0};
  const double most = reach.upper();
  DistanceResult result = core_distance(a, b, {.max = Reach{most, settings.max, 0}.upper()}, cache);
  if (result.status != Status::ok) return result;
  if (result.beyond) {
    set_beyond(result, std::clamp(std::nextafter(result.lower - most, 0.0), 0.0, settings.max));
    return result;
  }
  if (result.distance == 0) return result;
  bool touching = result.upper <= reach.lower();
  if (!touching && !(result.lower > most)) {
    const WithinResult near = within_of(a, b, 0, nullptr);
    result.counters += near.counters;
    touching = near.yes();
  }
  if (touching) {
    set_touching(result, a.body.radius, b.body.radius);
    return result;
  }
  const DoubleDouble sum = two_sum(a.body.radius, b.body.radius);
  const double apart = std::max((result.distance - sum.hi) - sum.lo, std::numeric_limits<double>::denorm_min());
  const double bound = std::nextafter(result.bound + result.distance * 0x1p-51, infinity);
  if (apart > settings.max) {
    set_beyond(result, std::clamp(std::nextafter(apart - bound, 0.0), 0.0, settings.max));
    return result;
  }
  move_points(result, a.body.radius, b.body.radius, normal_error(result));
  result.distance = apart;
  result.bound = bound;
  result.lower = std::max(0.0, std::nextafter(apart - bound, 0.0));
  result.upper = std::nextafter(apart + bound, infinity);
  return result;
}

}  // namespace graze
