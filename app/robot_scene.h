// `graze robot --scene`: obstacles from model files.
#pragma once

#include <string>
#include <vector>

#include "graze/robot.h"

namespace graze::app {

struct RobotScene {
  std::vector<Obstacle> obstacles;  // one a part, named "FILE:PART" without the folder of the file
  std::vector<SkippedPart> skipped;
  std::vector<std::string> remarks;
};

// In metres, in the frame of the robot's root: a file that names its unit is scaled, its axes are taken as they are,
// and then it is moved by its place, "x,y,z" or "x,y,z,qx,qy,qz,qw"; files without one stay. Throws Error naming the
// file or the place, also for a file without a part.
RobotScene read_robot_scene(const std::vector<std::string>& files, const std::vector<std::string>& places);

}  // namespace graze::app
