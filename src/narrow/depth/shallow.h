// Solids that hardly overlap: ways out along the normals of the triangles that meet.
#pragma once

#include "narrow/depth/way_out.h"

namespace graze {

// Flush faces under a rotation overlap by last places, where no search in rounded numbers sees anything. Offers to move
// a out of b by up to 2^-20 of the way to the far side of its coordinates. Both are solids of triangles.
void offer_shallow(WayOut& search, const Body& a, const Body& b);

}  // namespace graze
