// Edges and vertices that lie on another face of the same body, as where a box stands on a floor.
#pragma once

#include <cstdint>
#include <vector>

#include "shape/polygons.h"

namespace graze {

// Marks the edges that lie in a planar face and not along its border, and returns the vertices that lie in one and not
// on its border, ascending; exactly. Of a closed surface, from outside such a face is always met first: what is in
// front of the face and beside the edge's own faces are wedges that open away from the edge.
std::vector<std::uint32_t> find_covered(PolygonSurface& surface);

}  // namespace graze
