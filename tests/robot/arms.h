// The built-in arms as the reader gives them, and what tests ask of any robot that was read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/robot.h"
#include "scenes/arm.h"
#include "tests/io/files.h"

namespace graze {

inline Robot seven_joint_arm() { return read_robot(file_of("arm7.urdf", scenes::seven_joint_arm().urdf)); }
inline Robot two_joint_arm() { return read_robot(file_of("arm2.urdf", scenes::two_joint_arm().urdf)); }

// Does a remark hold this text?
inline bool has(const std::vector<std::string>& remarks, const std::string& part) {
  for (const std::string& remark : remarks)
    if (remark.find(part) != std::string::npos) return true;
  return false;
}

// The pose of a link's own frame at these values of the variables.
inline Pose frame_of(const Robot& robot, const std::vector<double>& values, const std::string& name) {
  const std::uint32_t at = find_link(robot, name);
  return link_poses(robot, values)[at] * robot.links[at].frame;
}

}  // namespace graze
