// The vector leads along the direction in which the sets reach least into each other, by what is proven to be enough;
// it is lengthened until the moved bodies, as they are posed, are proven to be parted. The lower bound is that of the
// difference, less what the rounding of a moved body may do.
#include "narrow/depth/convex_penetration.h"

#include <algorithm>

#include "convex/depth.h"
#include "math/exact.h"
#include "math/norms.h"
#include "math/ordinary.h"
#include "narrow/body/so_far.h"
#include "narrow/depth/facing_hulls.h"
#include "narrow/depth/plane_between.h"
#include "narrow/depth/way_out.h"
#include "narrow/pair/convex_pair.h"

namespace graze {
namespace {

// The plane across the normal is asked first: where it parts sets that hardly touch, no search tells sooner.
bool parted(const SupportBody& a, const SupportBody& b, Vec3 normal) {
  return !overlap(a.box, b.box) || plane_across(a.set, b.set, normal) ||
         meeting(a.set, b.set).relation == Relation::separate;
}

// Decides where the bracket of the depth does not.
bool touch_only(const SupportBody& a, const SupportBody& b, const ConvexDepth& depth) {
  if (plane_across(a.set, b.set, depth.normal) || plane_across(a.set, b.set, depth.point_b - depth.point_a))
    return true;
  if (a.set.radius == 0 && b.set.radius == 0)
    return plane_between(a.set, b.set, depth.normal, 1e-6 * (size_of(a.box) + size_of(b.box)));
  // Cores apart: the direction between their nearest points is exact more often than a unit vector.
  Support core_a = a.set, core_b = b.set;
  core_a.radius = core_b.radius = 0;
  const ConvexDistance gap = convex_distance(core_a, core_b);
  return gap.relation == Relation::separate && plane_across(a.set, b.set, gap.point_b - gap.point_a);
}

// Of two bodies that meet.
Vec3 common_point(const Support& a, const Support& b) {
  Support core_a = a, core_b = b;
  core_a.radius = core_b.radius = 0;
  const ConvexDistance gap = convex_distance(core_a, core_b);
  const double apart = any_length(gap.point_b - gap.point_a);
  if (!(apart > 0)) return gap.point_a * 0.5 + gap.point_b * 0.5;
  const double of_a = std::clamp((apart + (b.radius - a.radius)) / (2 * apart), 0.0, 1.0);
  const double of_b = std::clamp((apart + (a.radius - b.radius)) / (2 * apart), 0.0, 1.0);
  return gap.point_a * of_a + gap.point_b * of_b;
}

}  // namespace

bool convex_parted(const Body& a, const Body& b, Vec3 normal) {
  SupportBody set_a, set_b;
  if (make_support(a, set_a) != Status::ok || make_support(b, set_b) != Status::ok) return false;
  return parted(set_a, set_b, normal);
}

PenetrationResult convex_penetration(const Body& a, const Body& b) {
  PenetrationResult result = at_depth_0();
  SupportBody set_a, set_b;
  result.status = make_support(a, set_a);
  if (result.status == Status::ok) result.status = make_support(b, set_b);
  if (result.status != Status::ok || !overlap(set_a.box, set_b.box)) return result;
  const std::uint64_t exact_before = exact_count();
  const ConvexDepth depth = convex_depth(set_a.set, set_b.set);
  result.counters.double_tests += depth.steps;
  const double points = std::max(size_of(set_a.box), size_of(set_b.box));
  const double translations = std::max(largest(a.pose.translation), largest(b.pose.translation));
  const bool deep =
      depth.relation != Relation::separate && !(depth.lower < 0x1p-30 * points && touch_only(set_a, set_b, depth));
  if (deep) {
    const Vec3 out = Vec3{} - depth.normal;
    const FacingHulls hulls(set_a.set, set_b.set, depth);
    const auto moved_apart = [&](const Body& moved, const Body& fixed) {
      const Facing facing = hulls.look(moved.pose, fixed.pose);
      return facing == Facing::unsure ? convex_parted(moved, fixed, depth.normal) : facing == Facing::parted;
    };
    WayOut way(a, b, moved_apart);
    if (set_a.set.of_points() && set_b.set.of_points()) {
      double overlap = 0;
      if (!hulls.overlap(overlap)) overlap = overlap_along(set_a.set, set_b.set, depth.normal);
      way.offer(out * std::max(overlap, 0.0), out, 6);
    }
    way.offer(out * depth.upper, out, 80);
    if (way.found()) {
      result.vector = way.vector();
      result.depth = way.length();
      result.lower =
          std::clamp(depth.lower - rounding_of_motion(points, translations, way.length()), 0.0, way.length());
      result.inside = common_point(set_a.set, set_b.set);
      if (!is_finite(result.inside)) result.status = Status::out_of_range;
    } else {
      result.status = Status::out_of_range;  // the doubles end before the bodies part
    }
  }
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

}  // namespace graze
