// Integrals over the inside of a closed polyhedral surface, exact and then rounded once.
#pragma once

#include "graze/math.h"
#include "graze/shape.h"

namespace graze {

// Of density 1, in the frame of the shape. `moment` holds the integrals of (x - centre_i)(x - centre_j) about the exact
// centre, rounded: [xx, yy, zz, xy, yz, zx].
struct SolidMoments {
  double volume = 0;
  Vec3 centre;
  double moment[6] = {};
};
// The triangles must be those of a closed surface; a volume that is not above 0 leaves the rest 0.
GRAZE_API SolidMoments solid_moments(const Shape& shape);

}  // namespace graze
