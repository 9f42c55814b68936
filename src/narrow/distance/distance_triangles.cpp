// The distance of two bodies is the least distance of two of their triangles (narrow/triangle/triangle_distance.h). The
// search leaves those that float cannot tell from the nearest: the one, and all that share its corner or edge. The
// latter are not computed again; along the normal of the first they are bounded in double, and that goes into the
// bound.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/guard.h"
#include "base/work.h"
#include "math/constants.h"
#include "math/double_double.h"
#include "math/exact.h"
#include "math/norms.h"
#include "narrow/body/body_order.h"
#include "narrow/body/faces.h"
#include "narrow/body/pair_cache.h"
#include "narrow/body/so_far.h"
#include "narrow/distance/core_queries.h"
#include "narrow/distance/distance_ways.h"
#include "narrow/distance/far_pair.h"
#include "narrow/distance/nearest_pair.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/pair/primitive_triangles.h"
#include "narrow/triangle/triangle_distance.h"
#include "narrow/triangle/triangle_triangle.h"

namespace graze {
namespace {

class DistanceSearch final : public NearestSearch {
 public:
  DistanceSearch(const NearBodies& bodies, NearestTriangles& nearest, Counters& counters)
      : NearestSearch(bodies), bodies_(bodies), nearest_(nearest), counters_(counters) {}

  void look_at(TrianglePair pair) {
    ++counters_.triangle_tests;
    work::charge(16);
    work::poll();
    nearest_.look_at(pair, bodies_.a.body.triangle(pair.a), bodies_.b.body.triangle(pair.b));
  }

  // As look_at(), but for what the nearest pair already tells.
  void look_again(TrianglePair pair) {
    const Triangle a = bodies_.a.body.triangle(pair.a), b = bodies_.b.body.triangle(pair.b);
    if (nearest_.settles(pair, a, b)) return;
    ++counters_.triangle_tests;
    work::charge(16);
    work::poll();
    nearest_.look_at(pair, a, b);
  }

 protected:
  float decide(std::uint32_t i, std::uint32_t j) override {
    look_at({i, j});
    return nearest_.found.distance == 0 ? -1 : in_units_up(bodies_.frame, nearest_.found.distance);
  }

 private:
  const NearBodies& bodies_;
  NearestTriangles& nearest_;
  Counters& counters_;
};

void find_nearest_triangles(const PlacedBody& a, const PlacedBody& b, double max, const PairCache* cache,
                            NearestTriangles& nearest, Counters& counters) {
  if (a.body.shape->triangle_count == 1 && b.body.shape->triangle_count == 1) {
    ++counters.triangle_tests;
    nearest.look_at({0, 0}, a.body.triangle(0), b.body.triangle(0));
    return;
  }
  const NearBodies bodies(a, b);
  DistanceSearch search(bodies, nearest, counters);
  const bool warm = cache != nullptr && cache->used && cache->nearest.a < a.body.shape->triangle_count &&
                    cache->nearest.b < b.body.shape->triangle_count;
  if (warm) {
    search.look_at(cache->nearest);
    if (nearest.found.distance == 0) return;
    max = std::min(max, nearest.found.distance);
  }
  if (const std::optional<FarPair> far = far_pair(a, b, counters)) {
    for (const FarTriangle& p : far->a)
      for (const FarTriangle& q : far->b) {
        // What is computed for two triangles is off by far less than the error here.
        if (far->lower(p, q) > max) break;
        search.look_again({p.index, q.index});
        max = std::min(max, nearest.found.distance);
      }
    return;
  }
  if (!bodies.usable) {
    for (std::uint32_t i = 0; i < a.body.shape->triangle_count; ++i) {
      const Box box = box_of(a.body.triangle(i));
      for (std::uint32_t j = 0; j < b.body.shape->triangle_count; ++j) {
        ++counters.box_tests;
        work::charge(1);
        // What is computed for two triangles is off by less than 1e-12 of their boxes, which hold the gap.
        if (box_gap(box, box_of(b.body.triangle(j))) > max) continue;
        search.look_at({i, j});
        max = std::min(max, nearest.found.distance);
        if (max == 0) return;
      }
    }
    return;
  }
  const bool ended = search.run(in_units_up(bodies.frame, max), -1, !warm, warm ? nearest.found.normal : Vec3{});
  counters.box_tests += search.box_tests();
  if (ended) return;
  const std::span<NearPair> pairs = search.pairs();
  const auto end = std::remove_if(pairs.begin(), pairs.end(),
                                  [limit = search.limit()](const NearPair& pair) { return pair.lower > limit; });
  std::sort(pairs.begin(), end, [](const NearPair& x, const NearPair& y) {
    return x.lower != y.lower ? x.lower < y.lower : TrianglePair{x.a, x.b} < TrianglePair{y.a, y.b};
  });
  for (auto pair = pairs.begin(); pair != end; ++pair) {
    if (nearest.any && double(pair->lower) * bodies.frame.unit > nearest.found.distance) break;
    search.look_again({pair->a, pair->b});
  }
}

Feature to_feature(const ShapeData& shape, std::uint32_t triangle, TriangleFeature feature) {
  static constexpr Feature::Kind kinds[] = {Feature::Kind::vertex, Feature::Kind::edge, Feature::Kind::face};
  if (shape.form == ShapeForm::box) return named_outside(shape, {kinds[int(feature.kind)], feature.index, triangle, 0});
  // One thing: which of its triangles, and which corner of that, means nothing outside.
  if (shape.is_hull()) return {kinds[int(feature.kind)], 0, 0, 0};
  return {kinds[int(feature.kind)], feature.index, triangle, shape.tags.size() == 0 ? 0 : shape.tags[triangle]};
}

// The guest's triangle is inside the solid.
void set_enclosed(DistanceResult& result, const PlacedBody& guest, std::uint32_t triangle, bool guest_is_a) {
  const Counters counters = result.counters;
  result = at_distance_0();
  result.counters = counters;
  result.point_a = result.point_b = guest.body.triangle(triangle).a;
  const Feature inside{Feature::Kind::solid, 0, 0, 0};
  const Feature corner = to_feature(*guest.body.shape, triangle, {});
  result.feature_a = guest_is_a ? corner : inside;
  result.feature_b = guest_is_a ? inside : corner;
}

bool inside_one_another(const PlacedBody& a, const PlacedBody& b, DistanceResult& result) {
  Inside inside;
  if (!find_inside(a, b, result.counters, inside)) return false;
  set_enclosed(result, inside.a_in_b ? a : b, inside.triangle, inside.a_in_b);
  return true;
}

// A box that meets a mesh does so, most often, at once: descending the mesh with the box tells. The triangle found then
// meets one of the box's, or is inside of it.
bool meets_box(const PlacedBody& a, const PlacedBody& b, NearestTriangles& nearest, DistanceResult& result) {
  const bool first = a.body.shape->form == ShapeForm::box;
  const PlacedBody &box = first ? a : b, &mesh = first ? b : a;
  if (box.body.shape->form != ShapeForm::box || !descends_mesh(a.body, b.body, 0)) return false;
  const std::optional<std::uint32_t> met = met_triangle(box.body, mesh, result.counters);
  if (!met) return false;
  const Triangle t = mesh.body.triangle(*met);
  for (std::uint32_t i = 0; i < box.body.shape->triangle_count; ++i) {
    const Triangle face = box.body.triangle(i);
    if (!triangles_meet(face, t)) continue;
    if (first) {
      nearest.look_at({i, *met}, face, t);
    } else {
      nearest.look_at({*met, i}, t, face);
    }
    return true;
  }
  set_enclosed(result, mesh, *met, !first);
  return true;
}

// In the order of body_order().
DistanceResult distance_in_order(const PlacedBody& a, const PlacedBody& b, double max, PairCache* cache) {
  DistanceResult result = at_distance_0();
  result.lower = max;
  NearestTriangles nearest;
  if (!(box_gap(a.body.box, b.body.box) > max)) {
    if (!meets_box(a, b, nearest, result)) {
      find_nearest_triangles(a, b, max, cache, nearest, result.counters);
    } else if (!nearest.any) {
      return result;
    }
  }
  const TriangleDistance& found = nearest.found;
  if (nearest.any) remember(cache, nearest.pair);
  if (!(nearest.any && found.distance == 0) && inside_one_another(a, b, result)) return result;
  if (!nearest.any || found.distance > max) {
    set_beyond(result, std::max(0.0, std::min(max, nearest.lower)));
    return result;
  }
  result.distance = found.distance;
  result.bound = nearest.bound();
  // One rounding each, given away outward.
  result.lower = found.distance == 0 ? 0 : std::max(0.0, std::nextafter(found.distance - result.bound, 0.0));
  result.upper = found.distance == 0 ? 0 : std::nextafter(found.distance + result.bound, infinity);
  result.point_a = found.point_a;
  result.point_b = found.point_b;
  result.point_bound = found.point_bound;
  result.normal = found.normal;
  result.feature_a = to_feature(*a.body.shape, nearest.pair.a, found.feature_a);
  result.feature_b = to_feature(*b.body.shape, nearest.pair.b, found.feature_b);
  return result;
}

}  // namespace

DistanceResult core_distance(const PlacedBody& a, const PlacedBody& b, const DistanceSettings& settings,
                             PairCache* cache) {
  const std::uint64_t exact_before = exact_count();
  const int order = body_order(a.body, b.body);
  DistanceResult result = at_distance_0();
  if (order > 0) {
    mirror(cache);
    result = distance_in_order(b, a, settings.max, cache);
    mirror(cache);
    mirror(result);
  } else {
    // A body meets itself at every triangle; only its first one is the same whichever way it is asked.
    PairCache itself{true, {0, 0}};
    result = distance_in_order(a, b, settings.max, order == 0 ? &itself : cache);
  }
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

namespace {

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

// At least one of the two has a radius.
DistanceResult distance_with_radii(const PlacedBody& a, const PlacedBody& b, const DistanceSettings& settings,
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

}  // namespace

DistanceResult distance_placed(PlacedLater& a, PlacedLater& b, const DistanceSettings& settings, PairCache* cache) {
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  a.place();
  b.place();
  const bool radii = a.body.radius > 0 || b.body.radius > 0;
  return radii ? distance_with_radii(a, b, settings, cache) : core_distance(a, b, settings, cache);
}

DistanceResult distance_triangles(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache) {
  PlacedLater side_a, side_b;
  if (const Status status = make_posed_with_radius(a, side_a.body); status != Status::ok)
    return failed<DistanceResult>(status);
  if (const Status status = make_posed_with_radius(b, side_b.body); status != Status::ok)
    return failed<DistanceResult>(status);
  return distance_placed(side_a, side_b, settings, cache);
}

}  // namespace graze
