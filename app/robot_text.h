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
  TrajectoryResult checked;  // of the trajectory

  bool complete() const;
  bool has_contact() const;  // on the trajectory: a contact or a graze
};

std::string robot_table(const RobotReport& report);
std::string robot_json(const RobotReport& report);

}  // namespace graze::app
