// What `graze robot` prints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/robot_scene.h"
#include "graze/robot.h"
#include "graze/simplify.h"

namespace graze::app {

struct RobotReport {
  Robot robot;
  std::vector<DisabledPair> disabled;
  std::optional<SelfCollisionMatrix> matrix;
  std::optional<Trajectory> trajectory;
  RobotScene scene;                          // around the trajectory
  TrajectoryResult checked;                  // of the trajectory
  std::optional<SelfCollisionMatrix> audit;  // of the pairs that are disabled

  bool complete() const;
  bool has_findings() const;  // a contact or a graze on the trajectory, a disabled pair that can meet
};

std::string robot_table(const RobotReport& report);
std::string robot_json(const RobotReport& report);
std::string robot_html(const RobotReport& report);  // throws Error as require_html() does

// Of a robot with simple links: a line for each link with geometry.
std::string simple_table(const Robot& robot, const SimpleRobot& simple);
std::string simple_json(const Robot& robot, const SimpleRobot& simple);

}  // namespace graze::app
