// Assemblies with every clash, touch and clearance in them known.
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

// In metres.
struct PlantedScene {
  Scene scene;
  std::vector<PlantedPair> pairs;  // sorted; all that are closer than `apart`
  double clearance = 0;            // above all planted gaps, and far below `apart`
  double apart = 0;
};

// Pipes, walls, tanks, steelwork and racks, in groups of up to six parts, 7 m apart on a grid, half of them turned any
// way. Planted gaps are 5 to 15 mm, planted overlaps at least 1 mm deep; whatever else is in a group is at least 40 mm
// apart.
PlantedScene plant(std::uint32_t parts, std::uint64_t seed);
inline constexpr double plant_clearance = 0.02;

// The same body by body and pair by pair, of any size; pairs come after their bodies, and are not sorted.
class PlantSink {
 public:
  virtual ~PlantSink() = default;
  virtual void body(SceneBody body) = 0;
  virtual void pair(PlantedPair pair) = 0;
};
void plant(std::uint32_t parts, std::uint64_t seed, PlantSink& sink);
void sort_pairs(std::vector<PlantedPair>& pairs);  // by a, then by b

// Storeys of slabs, columns, walls with doors, ducts and furniture: boxes, all along the axes of a building that is
// turned as a whole, so that every class, gap and depth follows from intervals. Gaps and depths as in a plant.
PlantedScene building(std::uint32_t parts, std::uint64_t seed);

// Gears in a row that mesh with play, on shafts in bearings between two plates; up to that many parts, at least 7.
// Planted gaps are 0.04 to 0.6 mm, overlaps at least 0.05 mm deep; whatever else there is, is at least 1.5 mm apart.
PlantedScene gearbox(std::uint32_t parts, std::uint64_t seed);

}  // namespace graze::scenes
