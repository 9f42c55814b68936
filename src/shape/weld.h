// One number for all corners that lie at one position.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/shape.h"

namespace graze {

struct Weld {
  std::uint32_t positions = 0;    // distinct ones that triangles use; -0 equals +0
  std::vector<Index3> triangles;  // positions are numbered by first use, corner after corner
};

// Throws Error when there are more than 2^32 - 1 positions.
Weld weld(const ShapeData& data);
// The same, kept with the shape.
const Weld& kept_weld(const ShapeData& data);

// Where the positions are, by number.
std::vector<Vec3> welded_points(const Weld& weld, const ShapeData& data);

}  // namespace graze
