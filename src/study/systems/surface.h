// What the systems of the papers take: surfaces of triangles.
#pragma once

#include <vector>

#include "graze/shape.h"

namespace graze::study {

// The triangles of the shape, in its frame. Throws Error for an empty handle, and for what is not of triangles alone:
// compounds, curved shapes, half-spaces, shapes with a radius or margin.
std::vector<Triangle> surface_triangles(const Shape& shape);

}  // namespace graze::study
