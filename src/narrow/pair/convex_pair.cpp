#include "narrow/pair/convex_pair.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/guard.h"
#include "math/constants.h"
#include "math/exact.h"
#include "math/next_up.h"
#include "math/ordinary.h"
#include "narrow/body/box_feature.h"
#include "narrow/body/reach.h"
#include "narrow/body/so_far.h"

namespace graze {
namespace {

// A point that both sets have: where the cores are apart by less than the radii, on the line between them.
Vec3 common_point(Vec3 core_a, Vec3 core_b, double radius_a, double radius_b) {
  const Vec3 across = core_b - core_a;
  const double apart = any_length(across);
  if (radius_a == radius_b || apart == 0) return core_a * 0.5 + core_b * 0.5;
  if (radius_a > radius_b) return apart <= radius_a ? core_b : core_a + across * (radius_a / apart);
  return apart <= radius_b ? core_a : core_b - across * (radius_b / apart);
}

ConvexMeeting meeting_of_grown(Support a, Support b, double tolerance) {
  if (a.radius == 0 || b.radius == 0) {
    (a.radius == 0 ? a : b).radius = tolerance;
    return meeting(a, b);
  }
  Support& wider = a.radius >= b.radius ? a : b;  // whichever way round
  const double radius = wider.radius;
  wider.radius = Reach{radius, tolerance, 0}.lower();
  ConvexMeeting found = meeting(a, b);
  if (found.relation == Relation::meet) return found;
  wider.radius = Reach{radius, tolerance, 0}.upper();
  const ConvexMeeting other = meeting(a, b);
  if (other.relation == Relation::separate) return other;
  found.relation = Relation::undecided;
  return found;
}

}  // namespace

Status make_supports(const Body& a, const Body& b, SupportBody& set_a, SupportBody& set_b) {
  const Status status = make_support(a, set_a);
  return status == Status::ok ? make_support(b, set_b) : status;
}

bool of_points(const SupportBody& a, const SupportBody& b) noexcept { return a.set.of_points() && b.set.of_points(); }

double doubtful(double size_a, double size_b) noexcept { return 0x1p-16 * (size_a + size_b); }
double doubtful(const SupportBody& a, const SupportBody& b) noexcept {
  return of_points(a, b) ? 0 : doubtful(size_of(a.box), size_of(b.box));
}

void set_feature(ShapeForm form, const ConvexFeature& found, Feature& feature) noexcept {
  feature.kind = kind_of(found);
  if (found.count == 1 && (form == ShapeForm::capsule || form == ShapeForm::segment))
    feature.index = std::uint16_t(found.point[0]);
  if (form == ShapeForm::box && found.count > 0)
    feature = box_feature(found.point[0], found.point[found.count > 1 ? 1 : 0], found.point[found.count > 2 ? 2 : 0]);
}

double size_of(const Box& box) noexcept {
  const Vec3 far = max(abs(box.lo), abs(box.hi));
  return std::max({far.x, far.y, far.z});
}

Feature::Kind kind_of(const ConvexFeature& feature) noexcept {
  return feature.count == 1 ? Feature::Kind::vertex : feature.count == 2 ? Feature::Kind::edge : Feature::Kind::face;
}

ConvexMeeting meeting(const Support& a, const Support& b, ConvexCache* cache, bool hasty) noexcept {
  ConvexMeeting found = convex_meeting(a, b, cache, hasty);
  if (found.relation != Relation::undecided) return found;
  const ConvexDistance distance = convex_distance(a, b);
  found.relation = distance.relation;
  found.lower = distance.lower;
  found.upper = distance.upper;
  found.axis = distance.normal;
  return found;
}

ConvexDistance distance_between(const Support& a, const Support& b, double max, ConvexCache* cache) noexcept {
  ConvexDistance found = convex_distance(a, b, {.max = max}, cache);
  if (found.relation != Relation::undecided || convex_meeting(a, b, nullptr, true).relation != Relation::meet)
    return found;
  found.relation = Relation::meet;
  found.converged = true;
  found.beyond = false;
  found.off = found.upper * 0.5;
  found.upper = 0;
  found.point_a = found.point_b = found.point_a * 0.5 + found.point_b * 0.5;
  found.normal = {};
  return found;
}

ConvexMeeting meeting_within(const Support& a, const Support& b, double tolerance) noexcept {
  if (tolerance == 0) return meeting(a, b, nullptr, true);  // as collide() asks
  ConvexMeeting found = meeting_of_grown(a, b, tolerance);
  if (found.relation != Relation::undecided) return found;
  // The gap of grown sets says nothing of how far apart those are that meet.
  const ConvexDistance apart = convex_distance(a, b);
  found.lower = apart.lower;
  found.upper = apart.upper;
  if (apart.upper <= tolerance) found.relation = Relation::meet;
  if (apart.lower > tolerance) found.relation = Relation::separate;
  return found;
}

void set_distance(DistanceResult& result, const ConvexDistance& found, const Support& a, const Support& b,
                  double coordinates, double max) {
  const double rounded = rounded_points(coordinates);
  if (found.relation == Relation::meet) {
    result.point_a = result.point_b = common_point(found.point_a, found.point_b, a.radius, b.radius);
    result.point_bound = rounded + found.off;
    if (!is_finite(result.point_a)) result = failed<DistanceResult>(Status::out_of_range);
    return;
  }
  if (found.beyond) {
    set_beyond(result, std::min(found.lower, max));
    return;
  }
  // Squares of lengths left the doubles, or lost all but a few digits of their own.
  const double unit = length(found.normal);
  if (!(found.lower <= found.upper) || !(found.upper < infinity) || !is_finite(found.point_a) ||
      !is_finite(found.point_b) || !(unit > 0.5 && unit < 2)) {
    result = failed<DistanceResult>(Status::out_of_range);
    return;
  }
  result.lower = found.lower;
  result.upper = std::max(found.upper, std::numeric_limits<double>::denorm_min());
  // What the points say, which is exact where they are.
  result.distance = std::max(std::clamp(any_length(found.point_b - found.point_a), found.lower, result.upper),
                             std::numeric_limits<double>::denorm_min());
  result.bound = next_up(std::max(result.upper - result.distance, result.distance - result.lower));
  if (result.distance > max) {
    set_beyond(result, std::min(result.lower, max));
    return;
  }
  result.status = found.converged ? Status::ok : Status::undecided;
  result.normal = std::fabs(unit - 1) < 0x1p-40 ? found.normal : found.normal * (1 / unit);
  result.point_bound = rounded;
  result.point_a = found.point_a;
  result.point_b = found.point_b;
}

}  // namespace graze
