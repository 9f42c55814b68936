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
  if (is_plane(a) && path_a.turns()) prepare_plane(true);
  if (is_plane(b) && path_b.turns()) prepare_plane(false);
  // Squares of lengths, in here and in gaps of curved bodies, must not leave the doubles.
  if (!plane_ && !(error_ > 64 * 0x1p-53 * 0x1p-400)) status_ = Status::out_of_range;
  error_ += lost_in_turns;
}

void MovingBodies::prepare(Side& side, const Body& body, const Path& path) noexcept {
  side.body = &body;
  side.path = &path;
  const double shift = path.most_shift() + largest(body.pose.translation);
  speed_ += length(path.velocity) * (1 + 0x1p-48);
  if (body.shape.form() == ShapeForm::halfspace) {
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
  side.middle = posed(body.pose, middle);
  if (!path.turns()) return;
  const Vec3 from_origin = side.middle - path.origin;
  side.arm = from_origin + path.before;
  side.radius = length(cross(path.axis, side.arm));
  for (const Vec3& h : side.half) side.radius += length(cross(path.axis, h));
  const double arms = (largest(from_origin) + largest(path.before)) + size;
  side.radius = side.radius * (1 + 0x1p-40) + arms * 0x1p-46;
  speed_ += std::fabs(path.angle) * side.radius;
  error_ += 64 * 0x1p-53 * (12 * path.most_turn() * arms);
}

void MovingBodies::prepare_plane(bool is_a) noexcept {
  const Side &plane = is_a ? a_ : b_, &body = is_a ? b_ : a_;
  if (body.body->shape.form() == ShapeForm::halfspace) {
    status_ = Status::unsupported;
    return;
  }
  const Path &path = *plane.path, &other = *body.path;
  turning_.is_there = true;
  turning_.is_a = is_a;
  const double turn = std::min(std::fabs(other.angle), 2.0);
  const Vec3 passing = other.velocity - path.velocity, start = (body.middle + other.before) + other.shift;
  turning_.speed = (length(passing) + std::fabs(other.angle) * body.radius) * (1 + 0x1p-40);
  double extent = 0;
  for (const Vec3& h : body.half) extent += length(h);
  // What stands turned is somewhere on its circle.
  const double way = length(passing) + (turn + (other.turned != 0 ? 2 : 0)) * body.radius;
  const Vec3 from_axis = (start - path.origin) - path.shift;
  turning_.distance =
      (length(cross(path.axis, from_axis)) + (extent + way)) * (1 + 0x1p-40) + largest(from_axis) * 0x1p-46;
  speed_ += std::fabs(path.angle) * turning_.distance;
  const Pose& pose = plane.body->pose;
  const Mat3 back = inverse(pose).linear;
  // Each column turns by itself, and is off by a share of itself; what that does to a height goes by the row of the
  // inverse that undoes the column, so that lengths of columns do not matter.
  const Mat3 rows = transpose(back);
  const double share = (sum_abs(pose.linear.c0) * sum_abs(rows.c0) + sum_abs(pose.linear.c1) * sum_abs(rows.c1)) +
                       sum_abs(pose.linear.c2) * sum_abs(rows.c2);
  // Beyond that the computed inverse may be far from the true one.
  if (!(share < 0x1p40)) {
    status_ = Status::out_of_range;
    return;
  }
  const double away = (sum_abs(start - pose.translation) + extent) + (way + path.most_shift());
  const double arm = sum_abs(pose.translation - path.origin) + largest(path.before);
  error_ += 64 * 0x1p-53 * (12 * path.most_turn() * (arm + share * (away + 2 * arm)));
  error_ += 64 * 0x1p-53 * (share * (away + 2 * arm));
}

// The half-space as a rigid body that has the points of the other body on it.
void MovingBodies::see_plane(Vec3 n, double time, double& speed, double& spread, double& bend) const noexcept {
  const Side &plane = turning_.is_a ? a_ : b_, &body = turning_.is_a ? b_ : a_;
  const Path &path = *plane.path, &other = *body.path;
  const double rate = std::fabs(path.angle);
  if (rate == 0) return;
  const PathPoint point = at_time(other, time);
  Vec3 middle = body.middle + point.shift;
  if (other.turns()) middle = middle + turned_by(other, point.turn, body.arm);
  const Vec3 from_axis = ((middle - path.origin) - path.shift) - path.velocity * time;
  const Vec3 across = cross(n, path.axis);
  speed += dot(across, from_axis) * path.angle;
  for (const Vec3& h : body.half)
    spread += rate * std::fabs(dot(across, other.turns() ? h + turned_by(other, point.turn, h) : h));
  const double part = length(across) + 0x1p-40;
  spread += rate * (turning_.distance + largest(from_axis)) * 0x1p-40;
  bend += rate * part * (rate * turning_.distance + 2 * turning_.speed);
  // The normal turns, and so the body's own bend counts in all directions.
  bend += other.angle * other.angle * body.radius;
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
  if (result.status != Status::ok || !(result.lower > no_gap)) return result;
  double lasts = result.lower / speed_;
  result.closing = speed_;
  if ((convex_ || plane_) && result.direction != Vec3{}) {
    double speed_a = 0, speed_b = 0, spread = 0, bend = 0;
    see(a_, result.direction, time, speed_a, spread, bend);
    see(b_, result.direction, time, speed_b, spread, bend);
    if (turning_.is_there) see_plane(result.direction, time, turning_.is_a ? speed_a : speed_b, spread, bend);
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
