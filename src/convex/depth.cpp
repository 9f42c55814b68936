#include "convex/depth.h"

#include <algorithm>

#include "base/work.h"
#include "convex/exact_gjk.h"
#include "convex/rounded.h"

namespace graze {
namespace {

void fill(const Support& a, const Support& b, const CoreAnswer& core, ConvexDepth& result) {
  result.normal = core.normal;
  result.point_a = core.point_a;
  result.point_b = core.point_b;
  result.feature_a = feature(a, core.count, core.index_a);
  result.feature_b = feature(b, core.count, core.index_b);
  if (a.radius > 0) result.point_a = result.point_a + core.normal * a.radius;
  if (b.radius > 0) result.point_b = result.point_b - core.normal * b.radius;
}

// The depth of cores with radii that are not known to be apart, or of cores without.
void measure(const Support& a, const Support& b, const ConvexDepthSettings& settings, ConvexDepth& result) {
  const double radii = a.radius + b.radius;
  double core_gap = 0;  // the cores are not farther apart
  if (radii > 0) {
    Support bare_a = a, bare_b = b;
    bare_a.radius = bare_b.radius = 0;
    ConvexDistanceSettings distance_settings;
    distance_settings.tolerance = settings.tolerance;
    const ConvexDistance gap = convex_distance(bare_a, bare_b, distance_settings);
    result.steps += gap.steps;
    if (gap.relation == Relation::separate) {
      // The depth is what the radii have more than the gap.
      result.normal = gap.normal;
      result.point_a = gap.point_a;
      result.point_b = gap.point_b;
      move_to_surface(a, b, gap.normal, result.point_a, result.point_b);
      result.feature_a = gap.feature_a;
      result.feature_b = gap.feature_b;
      result.lower = std::max(-upper_gap(gap.upper, a.radius, b.radius), 0.0);
      result.upper = std::max(-lower_gap(gap.lower, a.radius, b.radius), 0.0);
      result.converged = gap.converged;
      return;
    }
    core_gap = gap.upper;
  }
  CoreRequest request = meeting_request(0);
  request.tolerance = settings.tolerance;
  request.sign_only = settings.sign_only;
  CoreAnswer core;
  convex_kernels().depth(a, b, request, core);
  work::charge(16 * std::uint64_t{core.steps});
  result.steps += core.steps;
  if (radii == 0) {
    bool meet = core.inside;
    bool apart = core.apart || core.upper < 0;
    if (!meet && !apart && a.of_points() && b.of_points()) {
      meet = exact_gjk(a, b, core.normal).meet;
      apart = !meet;
    }
    result.relation = meet ? Relation::meet : apart ? Relation::separate : Relation::undecided;
    if (apart) {
      result.converged = true;
      return;
    }
  }
  // Cores that are not proven to meet may be apart, but not farther than core_gap.
  const double least = core.inside ? core.lower : -core_gap, most = core.apart ? 0 : std::max(core.upper, 0.0);
  result.lower = std::max(0.0, (radii + least) - 0x1p-51 * (radii + core.lower + core_gap));
  result.upper = radii > 0 ? (radii + most) * (1 + 0x1p-51) : most;
  if (radii == 0) result.lower = std::max(0.0, least);
  // The search aims lower than what is promised: a size much above the other's leaves no room for its rounding.
  const double share = settings.tolerance > 0 ? 2 : a.of_points() && b.of_points() ? 10 : 5;
  result.converged = core.converged || result.upper - result.lower <= share * core.tolerance;
  fill(a, b, core, result);
}

}  // namespace

ConvexDepth convex_depth(const Support& a, const Support& b, const ConvexDepthSettings& settings) noexcept {
  work::charge(64);
  ConvexDepth result;
  const bool curved = !a.of_points() || !b.of_points();
  if (curved || a.radius + b.radius > 0) {
    const ConvexMeeting meeting = convex_meeting(a, b);
    result.relation = meeting.relation;
    result.steps = meeting.steps;
    if (meeting.relation == Relation::separate) {
      result.converged = true;
      return result;
    }
  }
  if (!curved) {
    measure(a, b, settings, result);
    return result;
  }
  const Support inner_a = with_ball_out(a), inner_b = with_ball_out(b);
  measure(inner_a, inner_b, settings, result);
  if (inner_a.inset + inner_b.inset > 0) {
    const double rounded = 0x1p-52 * (inner_a.radius + inner_b.radius);
    result.lower = std::max(result.lower - rounded, 0.0);
    result.upper = result.upper + rounded;
  }
  if (result.lower > 0) result.relation = Relation::meet;
  return result;
}

}  // namespace graze
