// Which way round a point is enclosed by a closed surface.
#pragma once

#include "graze/query.h"
#include "narrow/ray/ray_candidates.h"

namespace graze {

// Is the point, which is not on the surface (else any answer), in the solid: is the winding number around it at least
// 1, with the orientation corrected by the sign of the pose's determinant? Exact.
bool inside_solid(const PlacedBody& solid, Vec3 point, Counters& counters);

}  // namespace graze
