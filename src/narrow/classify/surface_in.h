// How a surface lies to a polyhedral set: whether it is a part of it, and whether it enters its interior. Exactly.
#pragma once

#include <cstdint>

#include "narrow/body/posed.h"

namespace graze {

// The points of the triangles of `surface` from number `first` on; degenerate ones are the segment or point that they
// are. The set has all points of its triangles and, where `winds`, those around which its surface winds at least once.
bool surface_in(const PlacedBody& surface, std::uint32_t first, const PlacedBody& set, bool winds, Counters& counters);

struct SurfaceSides {
  bool inside = false;   // some points are in the interior of the solid
  bool outside = false;  // some points are not in the solid
};
// The points of the triangles of `surface` from number `first` on. A degenerate one that lies in a triangle of the
// solid is not inside.
SurfaceSides surface_sides(const PlacedBody& surface, std::uint32_t first, const PlacedBody& solid, Counters& counters);

}  // namespace graze
