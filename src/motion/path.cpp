#include "motion/path.h"

#include <algorithm>

#include "base/float_state.h"
#include "math/norms.h"

namespace graze {
namespace {

// Scaled by a power of two first, so that squares stay in range.
Vec3 unit_of(Vec3 axis) {
  int exponent = 0;
  std::frexp(largest(axis), &exponent);
  const Vec3 scaled{std::ldexp(axis.x, -exponent), std::ldexp(axis.y, -exponent), std::ldexp(axis.z, -exponent)};
  return scaled * (1 / length(scaled));
}

bool has_turn(const Motion& motion) {
  return motion.kind != Motion::Kind::none && motion.kind != Motion::Kind::translation;
}

}  // namespace

Motion translation_by(Vec3 by) noexcept {
  Motion motion;
  motion.kind = Motion::Kind::translation;
  motion.translation = by;
  return motion;
}

Motion rotation_about(Vec3 origin, Vec3 axis, double angle) noexcept {
  Motion motion;
  motion.kind = Motion::Kind::rotation;
  motion.origin = origin;
  motion.axis = axis;
  motion.angle = angle;
  return motion;
}

Motion translation_then_rotation(Vec3 by, Vec3 origin, Vec3 axis, double angle) noexcept {
  Motion motion = rotation_about(origin, axis, angle);
  motion.kind = Motion::Kind::translation_then_rotation;
  motion.translation = by;
  return motion;
}

Motion screw_about(Vec3 origin, Vec3 axis, double angle, double advance) noexcept {
  Motion motion = rotation_about(origin, axis, angle);
  motion.kind = Motion::Kind::screw;
  motion.advance = advance;
  return motion;
}

Motion translation_with_rotation(Vec3 by, Vec3 origin, Vec3 axis, double angle) noexcept {
  Motion motion = rotation_about(origin, axis, angle);
  motion.kind = Motion::Kind::translation_with_rotation;
  motion.translation = by;
  return motion;
}

double Path::most_shift() const noexcept { return largest(before) + largest(shift) + largest(velocity); }

bool is_valid(const Motion& motion) noexcept {
  constexpr double two_pi = 0x1.921fb54442d18p+2;
  using Kind = Motion::Kind;
  const bool translates = motion.kind == Kind::translation || motion.kind == Kind::translation_then_rotation ||
                          motion.kind == Kind::translation_with_rotation;
  if (translates && !is_finite(motion.translation)) return false;
  if (!has_turn(motion)) return true;
  return is_finite(motion.origin) && is_finite(motion.axis) && motion.axis != Vec3{} &&
         std::fabs(motion.angle) <= two_pi && std::isfinite(motion.advance);
}

Path path_of(const Motion& motion, int phase) noexcept {
  using Kind = Motion::Kind;
  Path path;
  if (motion.kind == Kind::none) return path;
  if (motion.kind == Kind::translation || (motion.kind == Kind::translation_then_rotation && phase == 0)) {
    (phase == 0 ? path.velocity : path.shift) = motion.translation;
    return path;
  }
  path.origin = motion.origin;
  path.axis = unit_of(motion.axis);
  path.given_axis = motion.axis;
  if (motion.kind == Kind::translation_then_rotation) path.before = motion.translation;
  const bool moves = phase == motion.phases() - 1;
  (moves ? path.angle : path.turned) = motion.angle;
  if (motion.kind == Kind::screw) (moves ? path.velocity : path.shift) = path.axis * motion.advance;
  if (motion.kind == Kind::translation_with_rotation) (moves ? path.velocity : path.shift) = motion.translation;
  return path;
}

PathPoint at_time(const Path& path, double time) noexcept {
  PathPoint point;
  if (path.turns()) point.turn = turn_by(path.turned + path.angle * time);
  point.shift = (path.before + path.shift) + path.velocity * time;
  return point;
}

Pose pose_on(const Path& path, const Pose& start, double time) noexcept {
  const PathPoint point = at_time(path, time);
  Pose pose = start;
  pose.translation = start.translation + point.shift;
  if (!path.turns()) return pose;
  pose.translation = pose.translation + turned_by(path, point.turn, (start.translation - path.origin) + path.before);
  for (int k = 0; k < 3; ++k) pose.linear[k] = start.linear[k] + turned_by(path, point.turn, start.linear[k]);
  return pose;
}

Pose pose_at(const Pose& start, const Motion& motion, int phase, double time) noexcept {
  const FloatState standard;
  return pose_on(path_of(motion, phase), start, time);
}

}  // namespace graze
