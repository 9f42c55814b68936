// Solids of triangles that are convex: what they are as a convex shape.
#pragma once

#include "graze/shape.h"

namespace graze {

// The convex shape that is the same set in the local frame, where the solid is convex by exact predicates, small enough
// to be asked, and has no margin; else null. Found on first need, once, thread-safe.
//
// Posed, the two are the same up to the rounding of the posed vertices: the convex shape holds the solid.
GRAZE_API const Shape* convex_twin(const ShapeData& shape);

}  // namespace graze
