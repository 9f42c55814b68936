// Do two surfaces pass through each other? Exactly.
#pragma once

#include <cstdint>

#include "narrow/body/posed.h"

namespace graze {

// Triangles with smaller numbers than `first_a` and `first_b` do not count; degenerate ones never do. The order of the
// two surfaces does not matter.
bool surfaces_cross(const PlacedBody& a, std::uint32_t first_a, const PlacedBody& b, std::uint32_t first_b,
                    Counters& counters);

}  // namespace graze
