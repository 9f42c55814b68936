// What `graze robot` prints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graze/robot.h"

namespace graze::app {

struct RobotReport {
  Robot robot;
  std::vector<DisabledPair> disabled;
  std::optional<SelfCollisionMatrix> matrix;
  std::optional<Trajectory> trajectory;
  TrajectoryResult checked;                  // of the trajectory
  std::optional<SelfCollisionMatrix> audit;  // of the pairs that are disabled

  bool complete() const;
  bool has_findings() const;  // a contact or a graze on the trajectory, a disabled pair that can meet
};

std::string robot_table(const RobotReport& report);
std::string robot_json(const RobotReport& report);
std::string robot_html(const RobotReport& report);  // throws Error as require_html() does

}  // namespace graze::app
