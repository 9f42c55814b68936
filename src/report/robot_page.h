// A robot as one HTML file: in 3D, with sliders, the matrix, witness poses and a trajectory; it asks for nothing from
// elsewhere.
#pragma once

#include <string>

#include "graze/robot.h"

namespace graze {

// What is shown; pointers may be null.
struct RobotPage {
  const Robot* robot = nullptr;  // never null
  std::size_t obstacles = 0;     // the last so many of its links
  const SelfCollisionMatrix* matrix = nullptr;
  const SelfCollisionMatrix* audit = nullptr;
  const Trajectory* trajectory = nullptr;
  const TrajectoryResult* checked = nullptr;  // of the trajectory
  std::string verdict;                        // of the trajectory, a sentence
  std::vector<std::string> remarks;
  // Links have their triangles as long as these are no more together; after that they are boxes, and the page says so.
  std::size_t max_triangles = 2'000'000;
};

// How a pair's class is known, in words.
std::string how_known(const SelfPair& pair, std::uint64_t samples);

// Throws Error when the program was built without three.js (require_html).
std::string robot_page(const RobotPage& page);

}  // namespace graze
