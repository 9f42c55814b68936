#include "convex/gjk.h"

#include <algorithm>

#include "base/work.h"
#include "convex/rounded.h"

namespace graze {
namespace {

// For two support points and the corners of the search.
constexpr std::uint64_t units_of_step = 16;

void remember(ConvexCache* cache, const CoreAnswer& answer) {
  if (cache == nullptr) return;
  cache->axis = answer.normal;
  cache->count = answer.inside ? answer.held : answer.count;
  for (std::uint32_t i = 0; i < cache->count; ++i) {
    cache->a[i] = answer.index_a[i];
    cache->b[i] = answer.index_b[i];
  }
}

}  // namespace

ConvexDistance convex_distance(const Support& a, const Support& b, const ConvexDistanceSettings& settings,
                               ConvexCache* cache) noexcept {
  const ConvexDistance result = convex_kernels().measure(a, b, settings, cache);
  work::charge(units_of_step * result.steps);
  return result;
}

ConvexDistance settled_distance(const Support& a, const Support& b, const ConvexDistanceSettings& settings,
                                const CoreRequest& request, CoreAnswer& core, ConvexCache* cache) noexcept {
  const double radii = a.radius + b.radius;
  const bool exact = a.of_points() && b.of_points();
  bool meet = core.inside || (radii > 0 && upper_gap(core.upper, a.radius, b.radius) <= 0);
  const bool apart = lower_gap(core.lower, a.radius, b.radius) > 0;
  double off = 0;
  if (!meet && !(core.converged && apart)) {
    off = core.upper * 0.5;
    if (exact) {
      refine(a, b, core, meet);
    } else {
      if (core.lower <= 0) settle(a, b, core);
      if (!core.converged) begin_again(a, b, request, core);
      meet = core.inside || (radii > 0 && upper_gap(core.upper, a.radius, b.radius) <= 0);
    }
  }

  remember(cache, core);
  const double lower = meet ? 0 : std::max(lower_gap(core.lower, a.radius, b.radius), 0.0);
  ConvexDistance result{
      .relation = meet                 ? Relation::meet
                  : exact || lower > 0 ? Relation::separate
                                       : Relation::undecided,
      .converged = meet || core.converged,
      .beyond = !meet && lower > settings.max,
      .lower = lower,
      .upper = meet ? 0 : std::max(upper_gap(core.upper, a.radius, b.radius), 0.0),
      .point_a = core.point_a,
      .point_b = core.point_b,
      .off = core.inside ? off : 0,
      .normal = meet ? Vec3{} : core.normal,
      .feature_a = feature(a, core.count, core.index_a),
      .feature_b = feature(b, core.count, core.index_b),
      .steps = core.steps,
  };
  if (!meet && radii > 0) move_to_surface(a, b, core.normal, result.point_a, result.point_b);
  return result;
}

ConvexMeeting convex_meeting(const Support& a, const Support& b, ConvexCache* cache, bool hasty) noexcept {
  const double radii = a.radius + b.radius;
  CoreRequest request = meeting_request(radii);
  request.cache = cache;
  request.hasty = hasty;
  CoreAnswer core;
  convex_kernels().decide(a, b, request, core);
  work::charge(units_of_step * core.steps);

  ConvexMeeting result;
  result.steps = core.steps;
  bool meet = core.inside || (radii > 0 && upper_gap(core.upper, a.radius, b.radius) <= 0);
  bool apart = lower_gap(core.lower, a.radius, b.radius) > 0;
  if (!meet && !apart && a.of_points() && b.of_points()) {
    refine(a, b, core, meet);
    apart = !meet;
  } else if (!meet && !apart && core.lower <= 0) {
    settle(a, b, core);
    meet = core.inside;
    apart = !meet && lower_gap(core.lower, a.radius, b.radius) > 0;
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
