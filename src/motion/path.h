// One phase of a motion as a path: every point x goes, from time 0 to 1, along
//   x + before + shift + velocity t + (R(t) - I)(x + before - origin),   R(t) the turn by `turned + angle t`.
// Displacements and not positions, so that a far origin costs no digits of a small motion.
//
// The velocity has any direction. Of a translation with a rotation it is the translation itself, of a screw the advance
// along the axis. It adds the same to the speed of all points and nothing to their acceleration: along a unit n that is
// at most angle^2 times the distance of x + before to the axis through the origin times |n x axis|, for all of them.
// That distance is one of the start: the axis that the body turns about goes with the velocity, and so keeps it.
//
// Rounding, with u = 2^-53, in each coordinate: let X bound those of x - origin and of `before` together, F the angle
// turned, S those of before, shift and velocity together. The unit axis k is off by 8u, the arm y = x - origin + before
// by 2uX, k x y by 26uX, k x (k x y) by 84uX; sine and versine by 7uF with the angle's own rounding, their sizes are at
// most F. So R y - y is off by less than 164uFX. A velocity that is given is exact; that of a screw is off by 9u of its
// length, as the axis is.
#pragma once

#include "graze/motion.h"
#include "motion/turn.h"

namespace graze {

struct Path {
  Vec3 before, shift, velocity;
  Vec3 origin, axis{0, 0, 1};  // unit
  Vec3 given_axis;             // as the motion has it
  double turned = 0, angle = 0;

  bool turns() const noexcept { return turned != 0 || angle != 0; }
  bool stands() const noexcept { return angle == 0 && velocity == Vec3{}; }
  double most_turn() const noexcept { return std::fabs(turned) + std::fabs(angle); }  // F
  double most_shift() const noexcept;                                                 // S
};

// Finite, within 2 pi, with an axis where one is needed.
bool is_valid(const Motion& motion) noexcept;
// Of phase 0 or 1; a motion of one phase stands at its end in the other.
Path path_of(const Motion& motion, int phase) noexcept;

// A path at one time.
struct PathPoint {
  Turn turn;
  Vec3 shift;  // all but what the turn adds
};
PathPoint at_time(const Path& path, double time) noexcept;
// Where a pose is then, rounded.
Pose pose_on(const Path& path, const Pose& start, double time) noexcept;
// (R - I) of an arm.
inline Vec3 turned_by(const Path& path, const Turn& turn, Vec3 arm) noexcept {
  const Vec3 across = cross(path.axis, arm);
  return across * turn.sine + cross(path.axis, across) * turn.versine;
}

}  // namespace graze
