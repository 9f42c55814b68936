// Meshes with margins around them.
#pragma once

#include "narrow/body/posed.h"

namespace graze {

// Neither is a primitive; at least one has a radius. With `all`: every pair of triangles within the sum of the radii.
CollideResult collide_margins(const PlacedBody& a, const PlacedBody& b, const CollideSettings& settings);

}  // namespace graze
