// Polyhedra around round shapes.
#pragma once

#include <vector>

#include "graze/shape.h"

namespace graze {

// Corners whose hull contains the posed shape: of boxes and convex shapes their own; of a sphere, capsule, cylinder,
// cone or ellipsoid those of a polyhedron that touches it from outside. Not for meshes, half-spaces and compounds.
std::vector<Vec3> outer_corners(const Shape& shape, const Pose& pose);

}  // namespace graze
