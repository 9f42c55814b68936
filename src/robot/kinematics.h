// Where joints put links.
//
// Rounding, u = 2^-53, as norms of matrices: rotation() is off by less than 40u, since sine and versine are off by at
// most 8u each and so is the unit axis; the origin of a joint, three rotations and two products, by less than 150u. Two
// products a joint add 9u each. So the linear part of a pose is off by less than 256u a joint on its chain, and a point
// by less than 256u (n + 2) L, where n is the number of joints and L the sum of the lengths from joint to joint and to
// the point: with two more for what the sums of translations lose, and for the parts of a link posed in it.
#pragma once

#include "graze/robot.h"
#include "math/posed_point.h"

namespace graze {

// Angles are no larger: so far those of turn_by are exact to 8u.
inline constexpr double largest_angle = 4096;

// About a unit axis.
Mat3 rotation(Vec3 axis, double angle) noexcept;

double joint_position(const RobotJoint& joint, std::span<const double> values) noexcept;
// Of the child in the frame of the parent.
Pose joint_pose(const RobotJoint& joint, double position) noexcept;

// As `outer * inner`, bit for bit: without a look at the floating-point state for each.
GRAZE_INLINE Pose composed(const Pose& outer, const Pose& inner) noexcept {
  return {outer.linear * inner.linear, posed(outer, inner.translation)};
}

// Sets the pose of the joint's child in the frame of the root, from that of its parent. Every verdict about a robot is
// about poses that this function computed, from the root down: what decides for one decides for all, bit by bit, also
// where links are flush and rounding decides whether they touch.
GRAZE_INLINE void pose_child(const RobotJoint& joint, std::span<const double> values, std::span<Pose> links) noexcept {
  links[joint.child] = composed(links[joint.parent], joint_pose(joint, joint_position(joint, values)));
}

// How far each prismatic joint is from its origin at most, for values between these; of other joints 0.
std::vector<double> largest_slides(const Robot& robot, std::span<const double> lower, std::span<const double> upper);
std::vector<double> largest_slides(const Robot& robot);  // for values within the limits

// Throws Error when there is not one finite value a variable, or an angle is too large.
void check_values(const Robot& robot, std::span<const double> values);

// Marks the variables of revolute joints whose limits are a turn or more apart: see RobotVariable::turns.
void find_turns(Robot& robot);

// Values that stand for all that are within the limits: of a variable that turns, one turn of them.
struct ValueRange {
  double lower = 0, upper = 0;
};
ValueRange searched_range(const RobotVariable& variable) noexcept;
double value_at(const ValueRange& range, double fraction) noexcept;  // from 0 to 1, within the range

// The longest way through the robot: of origins, slides within the limits, and the boxes of links.
double size_of(const Robot& robot);

// All variables at 0, or at the limit next to it.
std::vector<double> default_values(const Robot& robot);

}  // namespace graze
