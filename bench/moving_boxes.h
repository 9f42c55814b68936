// Boxes that all move, for the broad phases: about one overlap a box.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graze/math.h"

namespace graze::bench {

enum class BoxScene {
  uniform,   // in a cube, edges of 0.5 to 1.5
  sizes,     // edges from 1 to 1000, each decade as often
  clusters,  // twenty dense ones, and one box of a hundred far away
  flat,      // in a plane
  line,      // along a line
};
const char* name(BoxScene scene);

// Each box goes straight on, a tenth of its edge a step at most along each axis, and turns round at the walls.
class MovingBoxes {
 public:
  MovingBoxes(BoxScene scene, std::size_t count, std::uint64_t seed);
  void advance();

  // lo = centre - half, hi = centre + half, each rounded once.
  std::span<const Box> boxes() const { return boxes_; }
  std::span<const Vec3> centres() const { return centres_; }
  std::span<const Vec3> halves() const { return halves_; }

 private:
  struct Walls {
    Vec3 lo, hi;
  };
  void place();

  std::vector<Vec3> centres_, halves_, velocities_;
  std::vector<Walls> walls_;
  std::vector<Box> boxes_;
};

}  // namespace graze::bench
