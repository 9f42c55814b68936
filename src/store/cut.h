// Large shapes in pieces, so that not everything in their boxes is near them.
#pragma once

#include <vector>

#include "graze/shape.h"

namespace graze {

// Boxes in the shape's frame that hold every point of it, the inside of a solid among these: cells of an octree over
// its box that have triangles in them, split up to five times as long as they have more than 64, and of a
// solid those that have none and are inside. None for a shape of at most 65,536 triangles, and for shapes with a
// margin.
std::vector<Box> cut_into_boxes(const Shape& shape);
// The same in the world: they hold every point of the posed shape.
std::vector<Box> posed_pieces(const Pose& pose, const std::vector<Box>& pieces);

}  // namespace graze
