// The hull of points in a plane, as its two facets.
#pragma once

#include <span>

#include "hull/assemble.h"
#include "hull/simplex.h"

namespace graze {

// The simplex is one of the points, of dimension 2.
FacetLoops polygon_facets(std::span<const Vec3> points, const Simplex& simplex);

}  // namespace graze
