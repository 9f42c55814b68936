#include "robot/kinematics.h"

#include <algorithm>
#include <cmath>

#include "base/float_state.h"
#include "graze/error.h"
#include "motion/turn.h"

namespace graze {

const char* name(JointKind kind) noexcept {
  switch (kind) {
    case JointKind::fixed:
      return "fixed";
    case JointKind::revolute:
      return "revolute";
    case JointKind::continuous:
      return "continuous";
    case JointKind::prismatic:
      return "prismatic";
    case JointKind::planar:
      return "planar";
    default:
      return "floating";
  }
}

Mat3 rotation(Vec3 axis, double angle) noexcept {
  const Turn turn = turn_by(angle);
  const double cosine = 1 - turn.versine;
  const Vec3 along = axis * turn.versine, across = axis * turn.sine;
  return {{along.x * axis.x + cosine, along.x * axis.y + across.z, along.x * axis.z - across.y},
          {along.y * axis.x - across.z, along.y * axis.y + cosine, along.y * axis.z + across.x},
          {along.z * axis.x + across.y, along.z * axis.y - across.x, along.z * axis.z + cosine}};
}

double joint_position(const RobotJoint& joint, std::span<const double> values) noexcept {
  if (joint.variable == RobotJoint::none) return 0;
  return joint.multiplier * values[joint.variable] + joint.offset;
}

Pose joint_pose(const RobotJoint& joint, double position) noexcept {
  if (joint.variable == RobotJoint::none) return joint.origin;
  if (joint.kind == JointKind::prismatic) {
    return {joint.origin.linear, joint.origin * (joint.axis * position)};
  }
  return {joint.origin.linear * rotation(joint.axis, position), joint.origin.translation};
}

void check_values(const Robot& robot, std::span<const double> values) {
  if (values.size() != robot.variables.size()) {
    throw Error("there are " + std::to_string(values.size()) + " values for " + std::to_string(robot.variables.size()) +
                " joints that move");
  }
  for (const RobotJoint& joint : robot.joints) {
    if (joint.variable == RobotJoint::none) continue;
    const double position = joint_position(joint, values);
    const double most = joint.kind == JointKind::prismatic ? 0x1p500 : largest_angle;
    if (!(std::fabs(position) <= most)) {
      throw Error("joint '" + joint.name + "' cannot be at " + std::to_string(position));
    }
  }
}

namespace {

constexpr double turn_up = 0x1.921fb54442d19p+2;  // the double above 2 pi

}  // namespace

void find_turns(Robot& robot) {
  std::vector<bool> periodic(robot.variables.size(), true);
  for (const RobotJoint& joint : robot.joints) {
    if (joint.variable == RobotJoint::none) continue;
    const bool same_after_a_turn =
        joint.kind != JointKind::prismatic && std::floor(joint.multiplier) == joint.multiplier;
    if (!same_after_a_turn) periodic[joint.variable] = false;
  }
  for (std::size_t v = 0; v < periodic.size(); ++v) {
    RobotVariable& variable = robot.variables[v];
    variable.turns = periodic[v] && variable.upper - variable.lower >= turn_up;
  }
}

ValueRange searched_range(const RobotVariable& variable) noexcept {
  const double half = 0.5 * turn_up;
  if (!variable.turns) return {variable.lower, variable.upper};
  if (variable.lower <= -half && half <= variable.upper) return {-half, half};
  // Limits are within 4096, where the sum is rounded by less than the part of a turn that is added.
  const double upper = variable.lower + turn_up * (1 + 0x1p-40);
  return {variable.lower, std::min(upper, variable.upper)};
}

double value_at(const ValueRange& range, double fraction) noexcept {
  return std::clamp((1 - fraction) * range.lower + fraction * range.upper, range.lower, range.upper);
}

double size_of(const Robot& robot) {
  double largest = 0;
  std::vector<double> below(robot.links.size(), 0);
  for (std::size_t i = robot.links.size(); i-- > 0;) {
    const RobotLink& link = robot.links[i];
    double own = below[i];
    if (link.shape) {
      const Box box = link.shape.bounds();
      own = std::max(own, length(max(abs(box.lo), abs(box.hi))));
    }
    largest = std::max(largest, own);
    if (link.joint == RobotLink::none) continue;
    const RobotJoint& joint = robot.joints[link.joint];
    if (joint.kind == JointKind::prismatic && joint.variable != RobotJoint::none) {
      const RobotVariable& variable = robot.variables[joint.variable];
      own += std::fabs(joint.multiplier) * std::max(std::fabs(variable.lower), std::fabs(variable.upper));
    }
    below[joint.parent] = std::max(below[joint.parent], own + length(joint.origin.translation));
  }
  return largest;
}

std::vector<double> largest_slides(const Robot& robot, std::span<const double> lower, std::span<const double> upper) {
  std::vector<double> slides(robot.joints.size());
  for (std::size_t j = 0; j < slides.size(); ++j) {
    const RobotJoint& joint = robot.joints[j];
    if (joint.variable == RobotJoint::none || joint.kind != JointKind::prismatic) continue;
    const double farthest = std::max(std::fabs(lower[joint.variable]), std::fabs(upper[joint.variable]));
    slides[j] = (std::fabs(joint.multiplier) * farthest + std::fabs(joint.offset)) * (1 + 0x1p-40);
  }
  return slides;
}

std::vector<double> largest_slides(const Robot& robot) {
  std::vector<double> lower, upper;
  for (const RobotVariable& variable : robot.variables) {
    lower.push_back(variable.lower);
    upper.push_back(variable.upper);
  }
  return largest_slides(robot, lower, upper);
}

std::vector<double> default_values(const Robot& robot) {
  std::vector<double> values;
  for (const RobotVariable& variable : robot.variables) {
    values.push_back(std::clamp(0.0, variable.lower, variable.upper));
  }
  return values;
}

std::uint32_t find_link(const Robot& robot, const std::string& wanted) {
  for (std::uint32_t i = 0; i < robot.links.size(); ++i) {
    if (robot.links[i].name == wanted) return i;
  }
  throw Error("robot '" + robot.name + "' has no link '" + wanted + "'");
}

std::vector<Pose> link_poses(const Robot& robot, std::span<const double> values) {
  const FloatState standard;
  check_values(robot, values);
  std::vector<Pose> poses(robot.links.size());
  for (const RobotJoint& joint : robot.joints) pose_child(joint, values, poses);
  return poses;
}

}  // namespace graze
