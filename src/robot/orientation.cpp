#include "robot/orientation.h"

#include <algorithm>
#include <cmath>

#include "motion/turn.h"
#include "robot/kinematics.h"

namespace graze {

Mat3 turned(const XmlFile& file, const XmlElement& at, Vec3 rpy) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!(std::fabs(rpy[axis]) <= largest_angle)) {
      file.fail(at, "<" + at.name + "> has an angle beyond 4096 radians");
    }
  }
  const Mat3 roll = rotation({1, 0, 0}, rpy.x), pitch = rotation({0, 1, 0}, rpy.y), yaw = rotation({0, 0, 1}, rpy.z);
  return yaw * (pitch * roll);
}

Mat3 as_rotation(const Mat3& nearly) {
  if (nearly == Mat3{}) return nearly;
  return to_matrix(normalized(decompose({nearly, {}}).rotation));
}

Pose joined(const Pose& outer, const Pose& inner) {
  if (outer == Pose{}) return inner;
  if (inner == Pose{}) return outer;
  const Vec3 at = outer * inner.translation;
  if (inner.linear == Mat3{}) return {outer.linear, at};
  if (outer.linear == Mat3{}) return {inner.linear, at};
  return {as_rotation(outer.linear * inner.linear), at};
}

Pose seen_from(const Pose& from, const Pose& what) {
  if (from == Pose{}) return what;
  if (from == what) return {};
  const Vec3 away = what.translation - from.translation;
  if (from.linear == Mat3{}) return {what.linear, away};
  const Mat3 back = transpose(from.linear);
  return {from.linear == what.linear ? Mat3{} : as_rotation(back * what.linear), back * away};
}

double angle_of(double y, double x) noexcept {
  const double size = std::max(std::fabs(x), std::fabs(y));
  if (!(size > 0)) return 0;
  x /= size;
  y /= size;
  // A first guess within 0.1, then Newton's steps: the sine of what is missing is known.
  constexpr double half_pi = 0x1.921fb54442d18p+0;
  const double small = std::min(std::fabs(x), std::fabs(y)) / std::max(std::fabs(x), std::fabs(y));
  double angle = small * (1.0584 - 0.273 * small);
  if (std::fabs(y) > std::fabs(x)) angle = half_pi - angle;
  if (x < 0) angle = 2 * half_pi - angle;
  if (y < 0) angle = -angle;
  const double far = std::sqrt(x * x + y * y);
  for (int i = 0; i < 4; ++i) {
    const Turn turn = turn_by(angle);
    const double cosine = 1 - turn.versine;
    const double missing = (y * cosine - x * turn.sine) / far;
    angle += missing * (1 + missing * missing / 6);
  }
  return std::clamp(angle, -2 * half_pi, 2 * half_pi);
}

Vec3 rpy_of(const Mat3& m) noexcept {
  const double across = std::sqrt(m.c0.x * m.c0.x + m.c0.y * m.c0.y);
  const double pitch = angle_of(-m.c0.z, across);
  // At the poles roll and yaw turn about one line: all of it is given to roll.
  if (across < 1e-9) return {angle_of(-m.c2.y, m.c1.y), pitch, 0};
  return {angle_of(m.c1.z, m.c2.z), pitch, angle_of(m.c0.y, m.c0.x)};
}

}  // namespace graze
