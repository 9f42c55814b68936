// `graze robot --configurations`: which of many configurations are free of contact.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/robot_scene.h"
#include "graze/robot.h"

namespace graze::app {

struct ConfigurationsReport {
  std::size_t count = 0;
  std::vector<std::size_t> contact;    // rows in contact, from 0
  std::vector<std::size_t> undecided;  // rows that have no answer: a value that is none, or a query that failed
  std::string worker;                  // of `gpu`: who answered, in words
};

// Every row against the robot itself and the obstacles, as RobotChecker::valid answers. With `gpu` a device looks at
// the obstacles first, where all links are balls and obstacles have triangles; the answers are the same.
ConfigurationsReport check_configurations(const Robot& robot, const std::vector<std::vector<double>>& rows,
                                          const RobotScene& scene, const std::vector<DisabledPair>& disabled,
                                          int threads, bool gpu);

std::string configurations_table(const ConfigurationsReport& report);
std::string configurations_json(const Robot& robot, const ConfigurationsReport& report);

}  // namespace graze::app
