// A plant of pipes, walls, tanks, steelwork and racks, with every clash, touch and clearance in it known.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "scenes/scenes.h"

namespace graze::scenes {

struct PlantedPair {
  std::string a, b;   // names of bodies, a < b
  std::string value;  // class: overlapping, enclosed, duplicate, touching, clearance
  // The gap, or minus the depth, where it follows from how the pair was made; else NaN.
  double distance = std::numeric_limits<double>::quiet_NaN();
};

struct Plant {
  Scene scene;
  std::vector<PlantedPair> pairs;  // sorted; all that are closer than 40 mm, in metres
};

// Groups of up to six parts, 7 m apart on a grid, half of them turned any way. Planted gaps are 5 to 15 mm, planted
// overlaps at least 1 mm deep; whatever else is in a group is at least 40 mm apart.
Plant plant(std::uint32_t parts, std::uint64_t seed);

}  // namespace graze::scenes
