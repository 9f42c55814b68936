#include "motion/moving_bodies.h"

#include <algorithm>

#include "graze/penetration.h"
#include "math/norms.h"
#include "math/posed_point.h"
#include "motion/moving_pair.h"
#include "narrow/body/borrowed.h"
#include "narrow/depth/parting.h"
#include "narrow/distance/best_distance.h"
#include "narrow/pair/convex_pair.h"

namespace graze {
MovingBodies::MovingBodies(const Body& a, const Path& path_a, const Body& b, const Path& path_b, double zone) noexcept
    : zone_(zone) {
  const auto is_plane = [](const Body& body) { return body.shape.form() == ShapeForm::halfspace; };
  plane_ = is_plane(a) || is_plane(b);
  convex_ = !plane_ && data_of(a.shape).primitive() && data_of(b.shape).primitive();
  prepare(a_, a, path_a);
  prepare(b_, b, path_b);
}

void MovingBodies::prepare(Side& side, const Body& body, const Path& path) noexcept {
  side.body = &body;
  side.path = &path;
  const double shift = path.most_shift() + largest(body.pose.translation);
  speed_ += length(path.velocity) * (1 + 0x1p-48);
  if (body.shape.form() == ShapeForm::halfspace) {
    if (path.turns()) status_ = Status::unsupported;
    error_ += 64 * 0x1p-53 * shift;
    return;
  }
  const Box local = body.shape.bounds();
  const Vec3 middle = local.lo * 0.5 + local.hi * 0.5, half = local.hi * 0.5 - local.lo * 0.5;
  double size = 0;
  for (int k = 0; k < 3; ++k) {
    side.half[k] = body.pose.linear[k] * (half[k] * (1 + 0x1p-40));
    size += largest(side.half[k]) + largest(body.pose.linear[k]) * std::fabs(middle[k]);
  }
  error_ += 64 * 0x1p-53 * (size + shift);
  if (!path.turns()) return;
  const Vec3 from_origin = posed(body.pose, middle) - path.origin;
  side.arm = from_origin + path.before;
  side.radius = length(cross(path.axis, side.arm));
  for (const Vec3& h : side.half) side.radius += length(cross(path.axis, h));
  const double arms = (largest(from_origin) + largest(path.before)) + size;
  side.radius = side.radius * (1 + 0x1p-40) + arms * 0x1p-46;
  speed_ += std::fabs(path.angle) * side.radius;
  error_ += 64 * 0x1p-53 * (12 * path.most_turn() * arms);
}

// Adds the speed of the middle along n, how much that of other points may differ, and the bend.
void MovingBodies::see(const Side& side, Vec3 n, double time, double& speed, double& spread, double& bend) noexcept {
  const Path& path = *side.path;
  speed = dot(n, path.velocity);
  spread += largest(path.velocity) * 0x1p-46;
  if (path.angle == 0) return;
  const Turn turn = at_time(path, time).turn;
  const Vec3 across = cross(n, path.axis) * path.angle;
  speed += dot(n, cross(path.axis, side.arm + turned_by(path, turn, side.arm))) * path.angle;
  for (const Vec3& h : side.half) spread += std::fabs(dot(across, h + turned_by(path, turn, h)));
  spread += std::fabs(path.angle) * side.radius * 0x1p-40 + std::fabs(path.angle) * largest(side.arm) * 0x1p-44;
  bend += path.angle * path.angle * side.radius * (length(cross(n, path.axis)) + 0x1p-40);
}

// The bracket of the gap at the time, and a direction along which `lower` is proven where there is one.
void MovingBodies::measure(const Body& a, const Body& b, Advance& result, Counters& counters) const noexcept {
  SupportBody set_a, set_b;
  if (convex_ && make_support(a, set_a) == Status::ok && make_support(b, set_b) == Status::ok) {
    const ConvexDistance found = convex_distance(set_a.set, set_b.set, {.tolerance = 16 * error_});
    counters.double_tests += found.steps;
    result.lower = found.lower;
    result.upper = found.upper;
    result.direction = found.normal;
    result.point_a = found.point_a;
    result.point_b = found.point_b;
    result.feature_a.kind = kind_of(found.feature_a);
    result.feature_b.kind = kind_of(found.feature_b);
    return;
  }
  const DistanceResult found = best_distance(a, b, {.budget = unlimited_budget});
  counters += found.counters;
  if (found.status != Status::ok && found.status != Status::undecided) result.status = found.status;
  result.lower = found.lower;
  result.upper = found.upper;
  result.direction = found.normal;
  result.point_a = found.point_a;
  result.point_b = found.point_b;
  result.feature_a = found.feature_a;
  result.feature_b = found.feature_b;
}

MovingBodies::Advance MovingBodies::advance(double time, Counters& counters) const noexcept {
  Advance result;
  result.until = time;
  measure({a_.body->shape, pose_on(*a_.path, a_.body->pose, time)},
          {b_.body->shape, pose_on(*b_.path, b_.body->pose, time)}, result, counters);
  result.lower = (result.lower - error_) - zone_ * (1 + 0x1p-50);
  result.upper = (result.upper + error_) - zone_ * (1 - 0x1p-50);
  if (result.status != Status::ok || !(result.lower > 0)) return result;
  double lasts = result.lower / speed_;
  result.closing = speed_;
  if ((convex_ || plane_) && result.direction != Vec3{}) {
    double speed_a = 0, speed_b = 0, spread = 0, bend = 0;
    see(a_, result.direction, time, speed_a, spread, bend);
    see(b_, result.direction, time, speed_b, spread, bend);
    result.closing = spread - (speed_b - speed_a);
    lasts = std::max(lasts, first_root(result.lower, -result.closing, bend));
  }
  const double until = (time + lasts * (1 - 0x1p-40)) - 0x1p-52;
  if (until > time) result.until = std::min(until, 1.0);
  return result;
}

bool MovingBodies::surely_in_contact(double time, Counters& counters) const noexcept {
  const Body a{borrowed(a_.body->shape), pose_on(*a_.path, a_.body->pose, time)};
  const Body b{borrowed(b_.body->shape), pose_on(*b_.path, b_.body->pose, time)};
  if (zone_ > 0) {
    const DistanceResult found = find_distance(a, b, {.budget = unlimited_budget});
    counters += found.counters;
    return found.status == Status::ok && found.upper + error_ <= zone_ * (1 - 0x1p-50);
  }
  const PenetrationResult found = parting(a, b);
  counters += found.counters;
  return found.status == Status::ok && found.lower > 2 * error_;
}

}  // namespace graze
