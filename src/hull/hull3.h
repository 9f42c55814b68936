// The hull of points that span space, as facets.
#pragma once

#include <span>

#include "hull/assemble.h"
#include "hull/simplex.h"

namespace graze {

// Coplanar facets merged, corners only. The simplex is one of the points, of dimension 3.
FacetLoops body_facets(std::span<const Vec3> points, const Simplex& simplex);

}  // namespace graze
