#include "convex/gjk.h"

#include <algorithm>

#include "convex/exact_gjk.h"
#include "convex/gjk_kernel.h"

namespace graze {
namespace {

constexpr double unit = 0x1p-53;

// Bounds of core - (a + b), both radii >= 0.
double lower_gap(double core, double a, double b) {
  const double sum = a + b;
  return sum == 0 ? core : (core - sum) - 3 * unit * (core + sum);
}
double upper_gap(double core, double a, double b) {
  const double sum = a + b;
  return sum == 0 ? core : (core - sum) + 3 * unit * (core + sum);
}

// What exact arithmetic says of cores of points.
void refine(const Support& a, const Support& b, CoreAnswer& answer, bool& meet) {
  const ExactGjk exact = exact_gjk(a, b, answer.normal);
  meet = exact.meet;
  answer.lower = exact.lower;
  answer.upper = exact.upper;
  answer.normal = exact.normal;
  answer.converged = true;
  answer.inside = exact.cores_meet;
  if (exact.cores_meet) {
    answer.point_a = answer.point_b = answer.point_a * 0.5 + answer.point_b * 0.5;
    answer.count = 0;
    return;
  }
  answer.point_a = exact.point_a;
  answer.point_b = exact.point_b;
  answer.count = exact.count;
  std::copy(exact.index_a, exact.index_a + 3, answer.index_a);
  std::copy(exact.index_b, exact.index_b + 3, answer.index_b);
}

ConvexFeature feature(const Support& support, std::uint32_t count, const std::uint32_t* index) {
  ConvexFeature result;
  if (!support.of_points()) return result;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t* const end = result.point.data() + result.count;
    if (std::find(result.point.data(), end, index[i]) != end) continue;
    *end = index[i];
    ++result.count;
  }
  return result;
}

void remember(ConvexCache* cache, const CoreAnswer& answer) {
  if (cache == nullptr) return;
  cache->axis = answer.normal;
  cache->count = answer.inside ? 0 : answer.count;
  for (std::uint32_t i = 0; i < cache->count; ++i) {
    cache->a[i] = answer.index_a[i];
    cache->b[i] = answer.index_b[i];
  }
}

}  // namespace

ConvexDistance convex_distance(const Support& a, const Support& b, const ConvexDistanceSettings& settings,
                               ConvexCache* cache) noexcept {
  const double radii = a.radius + b.radius;
  CoreRequest request;
  // Radii round: what is stopped at here is decided below, with its own bounds.
  request.stop_above = (settings.max + radii) * (1 + 8 * unit);
  request.stop_below = radii > 0 ? radii * (1 - 8 * unit) : -1;
  request.tolerance = settings.tolerance;
  request.cache = cache;
  CoreAnswer core;
  convex_kernels().distance(a, b, request, core);

  const bool exact = a.of_points() && b.of_points();
  bool meet = core.inside || (radii > 0 && upper_gap(core.upper, a.radius, b.radius) <= 0);
  const bool apart = lower_gap(core.lower, a.radius, b.radius) > 0;
  if (exact && !meet && !(core.converged && apart)) refine(a, b, core, meet);

  ConvexDistance result;
  result.steps = core.steps;
  result.point_a = core.point_a;
  result.point_b = core.point_b;
  result.feature_a = feature(a, core.count, core.index_a);
  result.feature_b = feature(b, core.count, core.index_b);
  remember(cache, core);
  if (meet) {
    result.relation = Relation::meet;
    result.converged = true;
    result.upper = 0;
    return result;
  }
  result.lower = std::max(lower_gap(core.lower, a.radius, b.radius), 0.0);
  result.upper = std::max(upper_gap(core.upper, a.radius, b.radius), 0.0);
  result.relation = exact || result.lower > 0 ? Relation::separate : Relation::undecided;
  result.beyond = result.lower > settings.max;
  result.normal = core.normal;
  result.converged = core.converged;
  if (a.radius > 0) result.point_a = result.point_a + core.normal * a.radius;
  if (b.radius > 0) result.point_b = result.point_b - core.normal * b.radius;
  return result;
}

ConvexMeeting convex_meeting(const Support& a, const Support& b, ConvexCache* cache) noexcept {
  const double radii = a.radius + b.radius;
  CoreRequest request;
  request.stop_above = radii * (1 + 8 * unit);
  request.stop_below = radii > 0 ? radii * (1 - 8 * unit) : -1;
  request.cache = cache;
  CoreAnswer core;
  convex_kernels().decide(a, b, request, core);

  ConvexMeeting result;
  result.steps = core.steps;
  bool meet = core.inside || (radii > 0 && upper_gap(core.upper, a.radius, b.radius) <= 0);
  bool apart = lower_gap(core.lower, a.radius, b.radius) > 0;
  if (!meet && !apart && a.of_points() && b.of_points()) {
    refine(a, b, core, meet);
    apart = !meet;
  }
  if (cache != nullptr) {
    cache->axis = core.normal;
    cache->count = 0;
  }
  result.relation = meet ? Relation::meet : apart ? Relation::separate : Relation::undecided;
  result.lower = meet ? 0 : std::max(lower_gap(core.lower, a.radius, b.radius), 0.0);
  result.upper = meet ? 0 : std::max(upper_gap(core.upper, a.radius, b.radius), 0.0);
  if (apart) result.axis = core.normal;
  return result;
}

}  // namespace graze
