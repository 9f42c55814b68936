// Motions as engines have them: from pose to pose, and of velocities.
//
// The rotation between two poses is that between two orthonormal frames, each made of the same two columns: those of
// the first pose that are most perpendicular, whatever their lengths. Two steps of Gram and Schmidt leave a frame
// within 8u of an orthonormal one, so that the product of the one and the transposed other is off by less than 32u, and
// as much more as the two columns are from perpendicular. Quaternion and angle add less than 32u, and the path of the
// motion 164u pi in each coordinate (motion/path.h): together below 2^-42.
#include <cmath>
#include <string>

#include "base/float_state.h"
#include "math/ordinary.h"
#include "motion/half_angle.h"
#include "motion/path.h"

namespace graze {
namespace {

Vec3 unit(Vec3 v) {
  const Vec3 scaled = ordinary(v);
  return scaled * (1 / length(scaled));
}

struct Columns {
  int first = 0, second = 1;
};

Columns most_perpendicular(const Mat3& m) {
  Columns best;
  double most = -1;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const double sine = length(cross(unit(m[i]), unit(m[j])));
    if (!(sine > most)) continue;
    most = sine;
    best = {i, j};
  }
  return best;
}

Mat3 frame_of(const Mat3& m, const Columns& columns) {
  const Vec3 first = unit(m[columns.first]);
  Vec3 second = unit(m[columns.second]);
  for (int step = 0; step < 2; ++step) second = unit(second - first * dot(first, second));
  return {first, second, cross(first, second)};
}

void check(const Pose& pose, const char* which) {
  const PoseFault found = fault(pose);
  if (found == PoseFault::none) return;
  throw Error(std::string("motion_between: the pose ") + which +
              (found == PoseFault::singular ? " is singular" : " has a number that is not finite"));
}

void check_columns(const Mat3& from, const Mat3& to, const Mat3& rotation, double tolerance) {
  if (determinant_sign(from) != determinant_sign(to))
    throw Error("motion_between: one of the poses is a reflection and the other is not: no motion leads there");
  for (int k = 0; k < 3; ++k) {
    // Times a power of two, so that no square leaves the doubles; what is too large then is too far off, too.
    const double scale = std::scalbn(1.0, -std::ilogb(any_length(from[k])));
    const Vec3 before = from[k] * scale, after = to[k] * scale;
    const double off = length(rotation * before - after) / length(before);
    if (off <= tolerance) continue;
    throw Error("motion_between: no rotation takes the one pose to the other: column " + std::to_string(k) + " is " +
                std::to_string(off) + " of its length off, so that scale or shear differ");
  }
}

}  // namespace

Motion motion_of_velocity(Vec3 centre, Vec3 linear, Vec3 angular, double seconds) noexcept {
  const FloatState standard;
  const double rate = any_length(angular);
  const Vec3 axis = rate == 0 ? Vec3{0, 0, 1} : angular;
  return translation_with_rotation(linear * seconds, centre, axis, rate * seconds);
}

Motion motion_between(const Pose& from, const Pose& to, Vec3 about, double tolerance) {
  const FloatState standard;
  check(from, "to start from");
  check(to, "to go to");
  if (!is_finite(about)) throw Error("motion_between: the point to turn about must be finite");
  if (!(tolerance >= 0)) throw Error("motion_between: the tolerance must not be negative");
  const Columns columns = most_perpendicular(from.linear);
  const Mat3 rotation = frame_of(to.linear, columns) * transpose(frame_of(from.linear, columns));
  check_columns(from.linear, to.linear, rotation, tolerance);
  const Quat q = decompose({rotation, {}}).rotation;
  const Vec3 v = q.w < 0 ? Vec3{-q.x, -q.y, -q.z} : Vec3{q.x, q.y, q.z};
  const double angle = v == Vec3{} ? 0 : angle_of({std::fabs(q.w), length(v)});
  Motion motion = translation_with_rotation({}, about, v == Vec3{} ? Vec3{0, 0, 1} : v, angle);
  // What the turn as it is rounded leaves to go.
  motion.translation = to.translation - pose_on(path_of(motion, 0), from, 1).translation;
  if (!is_finite(motion.translation)) throw Error("motion_between: the way leaves the range of the doubles");
  return motion;
}

Motion motion_between(const Pose& from, const Pose& to) { return motion_between(from, to, from.translation); }

}  // namespace graze
