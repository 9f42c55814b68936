// How far a convex body stands out of a shape.
#pragma once

#include "robot/cover_field.h"

namespace graze {

// No point of the body is farther from the shape than this. The bound is at most a tenth above the true one, or no more
// than `fine`, unless `looks` cubes were not enough for that: then it is what these tell.
double standing_out(const Shape& convex, const CoverField& field, double fine, int most_looks);

}  // namespace graze
