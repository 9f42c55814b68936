#include <algorithm>

#include "base/guard.h"
#include "convex/gjk_kernel.h"
#include "math/exact.h"
#include "math/next_up.h"
#include "narrow/body/pair_cache.h"
#include "narrow/body/so_far.h"
#include "narrow/distance/distance_ways.h"
#include "narrow/pair/convex_pair.h"

namespace graze {

DistanceResult distance_convex(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache) {
  SupportBody set_a, set_b;
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  if (const Status status = make_supports(a, b, set_a, set_b); status != Status::ok)
    return failed<DistanceResult>(status);
  DistanceResult result = at_distance_0();
  const std::uint64_t exact_before = exact_count();
  ConvexCache start;
  if (cache != nullptr) begin_at(*cache, start);
  const bool warm = cache != nullptr && cache->used;
  ConvexDistance found = distance_between(set_a.set, set_b.set, settings.max, &start);
  if (warm && !of_points(set_a, set_b) && !(found.converged && found.lower > doubtful(set_a, set_b))) {
    start = {};
    found = distance_between(set_a.set, set_b.set, settings.max, &start);
  }
  if (cache != nullptr) remember(*cache, start);
  result.counters.exact_tests += exact_count() - exact_before;
  ++result.counters.double_tests;
  set_distance(result, found, set_a.set, set_b.set, size_of(set_a.box) + size_of(set_b.box), settings.max);
  if (result.beyond) return result;
  set_feature(a.shape.form(), found.feature_a, result.feature_a);
  set_feature(b.shape.form(), found.feature_b, result.feature_b);
  return result;
}

namespace {

// Two hulls whose nearest points are between the same corners as in the last answer, which `cache` has of these shapes
// or others.
bool distance_as_before(const Body& a, const Body& b, const SupportTable& table_a, const SupportTable& table_b,
                        double max, PairCache& cache, DistanceResult& result) noexcept {
  if (!cache.used || cache.count == 0 || cache.count > 3) return false;
  RecheckAnswer found;
  for (std::size_t i = 0; i < 3; ++i) {
    found.index_a[i] = cache.corners_a[i];
    found.index_b[i] = cache.corners_b[i];
  }
  found.count = cache.count;
  const bool met = cache.axis.x == 0 && cache.axis.y == 0 && cache.axis.z == 0;
  if (!convex_kernels().recheck({&table_a, &table_b, &a.pose, &b.pose, met}, found)) return false;
  ++result.counters.double_tests;
  result.lower = found.lower;
  result.upper = found.upper;
  result.distance = std::clamp(found.distance, found.lower, found.upper);
  if (found.meet) {
    result.point_bound = rounded_points(found.coordinates);
    result.point_a = result.point_b = found.point_a;
    result.feature_a.kind = result.feature_b.kind = kind_of({});
  } else if (result.distance > max) {
    set_beyond(result, std::min(found.lower, max));
  } else {
    result.bound = next_up(std::max(result.upper - result.distance, result.distance - result.lower));
    result.normal = found.normal;
    result.point_bound = rounded_points(found.coordinates);
    result.point_a = found.point_a;
    result.point_b = found.point_b;
    result.feature_a.kind = kind_of({found.count_a, {}});
    result.feature_b.kind = kind_of({found.count_b, {}});
  }
  cache.axis = found.normal;
  if (found.kept) return true;  // the corners are those that stand there
  cache.count = found.count;
  for (std::size_t i = 0; i < 3; ++i) {
    cache.corners_a[i] = found.index_a[i];
    cache.corners_b[i] = found.index_b[i];
  }
  return true;
}

}  // namespace

bool distance_hulls(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache,
                    DistanceResult& result) noexcept {
  const ShapeData &shape_a = data_of(a.shape), &shape_b = data_of(b.shape);
  int orientation = 0;
  if (!(settings.max >= 0) || check_pose(a.pose, orientation) != Status::ok ||
      check_pose(b.pose, orientation) != Status::ok)
    return false;
  const SupportTable *table_a, *table_b;
  try {
    table_a = &support_table(shape_a);
    table_b = &support_table(shape_b);
  } catch (...) {
    result = failed<DistanceResult>(status_of_exception());
    return true;
  }
  const double radius_a = shape_a.world_margin, radius_b = shape_b.world_margin;
  if (cache != nullptr && radius_a + radius_b == 0 &&
      distance_as_before(a, b, *table_a, *table_b, settings.max, *cache, result))
    return true;
  // Bounds every coordinate of a posed body.
  const auto far = [](const SupportTable& table, const Pose& pose) {
    const Mat3& m = pose.linear;
    const Vec3 rows = ((abs(m.c0) + abs(m.c1)) + abs(m.c2)) * table.farthest + abs(pose.translation);
    return std::max({rows.x, rows.y, rows.z});
  };
  const double coordinates = (far(*table_a, a.pose) + far(*table_b, b.pose)) + (radius_a + radius_b);
  if (!(coordinates < 0x1p300)) return false;
  const Support set_a = support_of(*table_a, a.pose, radius_a), set_b = support_of(*table_b, b.pose, radius_b);
  const Budget limit(budget_of_distance(settings.budget, a, b));
  const std::uint64_t exact_before = exact_count();
  ConvexCache start;
  if (cache != nullptr) begin_at(*cache, start);
  const ConvexDistance found = distance_between(set_a, set_b, settings.max, cache != nullptr ? &start : nullptr);
  result.counters.exact_tests += exact_count() - exact_before;
  ++result.counters.double_tests;
  set_distance(result, found, set_a, set_b, coordinates, settings.max);
  if (result.status == Status::out_of_range) {
    result = at_distance_0();
    return false;
  }
  if (work::spent()) {
    result = failed<DistanceResult>(Status::budget);
    return true;
  }
  if (cache != nullptr) remember(*cache, start);
  if (result.beyond) return true;
  result.feature_a.kind = kind_of(found.feature_a);
  result.feature_b.kind = kind_of(found.feature_b);
  return true;
}

}  // namespace graze
