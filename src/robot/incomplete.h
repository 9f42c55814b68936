// Robots whose geometry was lost when they were read (ReadRobotSettings::allow_incomplete): nothing about them is free.
#pragma once

#include <string>

#include "graze/robot.h"

namespace graze {

bool is_incomplete(const Robot& robot) noexcept;

// May two links meet in geometry that is missing? Obstacles of with_obstacles() are links.
bool lacks_geometry(const RobotLink& a, const RobotLink& b) noexcept;

// A sentence that names the link of the two that is incomplete, and what it lacks.
std::string missing_reason(const Robot& robot, const RobotLink& a, const RobotLink& b);

}  // namespace graze
