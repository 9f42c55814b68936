// The distance of two bodies is the least distance of two of their triangles (narrow/triangle/triangle_distance.h). The
// search leaves those that float cannot tell from the nearest: the one, and all that share its corner or edge. The
// latter are not computed again; along the normal of the first they are bounded in double, and that goes into the
// bound.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/executor.h"
#include "base/float_state.h"
#include "base/guard.h"
#include "graze/query.h"
#include "graze/record.h"
#include "math/exact.h"
#include "narrow/body/body_order.h"
#include "narrow/body/budget_of.h"
#include "narrow/body/faces.h"
#include "narrow/body/pair_cache.h"
#include "narrow/body/rescale.h"
#include "narrow/body/so_far.h"
#include "narrow/distance/best_distance.h"
#include "narrow/distance/core_queries.h"
#include "narrow/distance/distance_compound.h"
#include "narrow/distance/far_pair.h"
#include "narrow/distance/nearest_pair.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/family/closed_form.h"
#include "narrow/family/halfspace_queries.h"
#include "narrow/family/halfspace_support.h"
#include "narrow/family/primitive_queries.h"
#include "narrow/family/support_queries.h"
#include "narrow/methods.h"
#include "narrow/record_text.h"
#include "narrow/triangle/triangle_distance.h"
#include "narrow/triangle/triangle_triangle.h"

namespace graze {
namespace {

// Far apart for their size, every pair of triangles may have to be worked out exactly.
std::uint64_t budget_of_distance(std::uint64_t given, const Body& a, const Body& b) {
  return given == default_budget ? 16 * usual_budget(a, b) : given;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

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

void mirror(DistanceResult& result) {
  std::swap(result.point_a, result.point_b);
  std::swap(result.feature_a, result.feature_b);
  result.normal = Vec3{} - result.normal;
}

DistanceResult distance_of(const PlacedBody& a, const PlacedBody& b, const DistanceSettings& settings,
                           PairCache* cache) {
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  const bool swept = a.body.radius > 0 || b.body.radius > 0;
  return swept ? swept_distance(a, b, settings, cache) : core_distance(a, b, settings, cache);
}

DistanceResult distance_of_bodies(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache) {
  PlacedBody target_a, target_b;
  if (const Status status = prepare(a, target_a); status != Status::ok) return failed<DistanceResult>(status);
  if (const Status status = prepare(b, target_b); status != Status::ok) return failed<DistanceResult>(status);
  return distance_of(target_a, target_b, settings, cache);
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

void scale_back(DistanceResult& result, const Rescaled& pair) {
  for (double* length : {&result.distance, &result.bound, &result.lower, &result.upper, &result.point_bound})
    *length = pair.back(*length);
  result.point_a = pair.back(result.point_a);
  result.point_b = pair.back(result.point_b);
}

// What has no closed form, or is too near for it.
void find_distance(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache,
                   DistanceResult& result) {
  const bool first_by_support = by_support(a, b);
  if (first_by_support) result = support_distance(a, b, settings, cache);
  const bool found = first_by_support && result.status == Status::ok && result.lower > 0;
  const Method method = found ? Method::support : method_of(a, b);
  switch (method) {
    case Method::triangles:
      result = distance_of_bodies(a, b, settings, cache);
      break;
    case Method::support:
      if (!first_by_support) result = support_distance(a, b, settings, cache);
      break;
    case Method::support_triangles:
      result = support_mesh_distance(a, b, settings, cache);
      break;
    case Method::halfspace:
      result = halfspace_distance(a, b, settings);
      break;
    case Method::halfspace_support:
      result = halfspace_support_distance(a, b, settings);
      break;
    case Method::compound:
      result = compound_distance(a, b, settings, cache);
      return;
  }
  if (result.status == Status::out_of_range) [[unlikely]] {  // squares of lengths may be, where lengths are not
    if (const std::optional<Rescaled> pair = rescaled(a, b)) {
      DistanceSettings there = settings;
      there.max = pair->there(settings.max);
      result = at_distance_0();
      const bool closed = closed_form_of(data_of(a.shape).form, data_of(b.shape).form) != ClosedForm::none &&
                          closed_distance(pair->a, pair->b, there, result);
      if (!closed) find_distance(pair->a, pair->b, there, cache, result);
      scale_back(result, *pair);
    }
  }
  name_face(data_of(a.shape), result.feature_a);
  name_face(data_of(b.shape), result.feature_b);
}

}  // namespace

DistanceResult best_distance(const Body& a, const Body& b, const DistanceSettings& settings,
                             PairCache* cache) noexcept {
  DistanceResult result = at_distance_0();  // the only one that is returned, so that it is made in place
  if (!a.shape || !b.shape) {
    result = failed<DistanceResult>(Status::invalid);
    return result;
  }
  const FloatState standard;
  // A closed form is no work that counts, and mirrors.
  if (closed_form_of(data_of(a.shape).form, data_of(b.shape).form) != ClosedForm::none &&
      closed_distance(a, b, settings, result))
    return result;
  const bool own = settings.budget != default_budget && settings.budget != unlimited_budget;
  if (own) cache = nullptr;
  // So do two hulls, and their work has an end.
  if (!own && data_of(a.shape).form == ShapeForm::convex && data_of(b.shape).form == ShapeForm::convex &&
      hull_distance(a, b, settings, budget_of_distance(settings.budget, a, b), cache, result))
    return result;
  // Whatever is done of a budget is done in the order of bodies.
  const bool turned = settings.budget != unlimited_budget && body_order(a, b) > 0;
  const Body &first = turned ? b : a, &second = turned ? a : b;
  if (turned) mirror(cache);
  unsettled_within_budget(budget_of_distance(settings.budget, a, b), result,
                          [&] { find_distance(first, second, settings, cache, result); });
  if (turned) {
    mirror(cache);
    mirror(result);
  }
  return result;
}

DistanceResult find_distance(const Body& a, const Body& b, const DistanceSettings& settings,
                             PairCache* cache) noexcept {
  DistanceResult result = best_distance(a, b, settings, cache);
  settle(result);
  note_fault(result.status, [&] { return define_lines(a, b) + distance_line("a", a, "b", b, settings) + "\n"; });
  return result;
}

std::vector<DistanceResult> find_distance(const Body& a, const Shape& b, std::span<const Pose> poses,
                                          const DistanceSettings& settings) {
  const FloatState standard;
  std::vector<DistanceResult> results(poses.size());
  PlacedBody target_a;
  if (!placed_once(a, b) || prepare(a, target_a) != Status::ok) {
    parallel_for(poses.size(), 1, settings.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) results[i] = find_distance(a, {b, poses[i]}, settings);
    });
    return results;
  }
  const std::uint64_t each = budget_of_distance(settings.budget, a, {b, {}});
  parallel_for(poses.size(), 1, settings.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      PlacedBody target_b;
      if (prepare({b, poses[i]}, target_b) != Status::ok || !by_triangles({b, poses[i]})) {
        results[i] = find_distance(a, {b, poses[i]}, settings);
        continue;
      }
      results[i] = guarded<DistanceResult>(each, [&] { return distance_of(target_a, target_b, settings, nullptr); });
    }
  });
  return results;
}

}  // namespace graze
