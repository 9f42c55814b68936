// Is a surface a part of a polyhedral set? Exactly.
#pragma once

#include <cstdint>

#include "narrow/body/posed.h"

namespace graze {

// The points of the triangles of `surface` from number `first` on; degenerate ones are the segment or point that they
// are. The set has all points of its triangles and, where `winds`, those around which its surface winds at least once.
bool surface_in(const PlacedBody& surface, std::uint32_t first, const PlacedBody& set, bool winds, Counters& counters);

}  // namespace graze
