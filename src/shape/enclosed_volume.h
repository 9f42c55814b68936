// The signed volume inside a closed surface.
#pragma once

#include <vector>

#include "graze/shape.h"

namespace graze {

struct EnclosedVolume {
  double value = 0;  // right to some ulps of the sum of the tetrahedra's sizes; does not depend on the triangles' order
  int sign = 0;      // exact, also where the value underflows to 0
};

// The surface must be closed: then the sum of the determinants of the triangles' corners is six times the volume, about
// any origin. Skipped are the degenerate triangles, whose determinant is 0.
EnclosedVolume enclosed_volume(const ShapeData& data, const std::vector<bool>& degenerate);

}  // namespace graze
