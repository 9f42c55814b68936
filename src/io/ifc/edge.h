// Edges of boundary representations.
#pragma once

#include <vector>

#include "io/ifc/context.h"

namespace graze::ifc {

// The points of an IfcOrientedEdge, IfcEdgeCurve or IfcEdge from its start to its end, both among them. The same edge
// has the same points whichever way it is run.
std::vector<Vec3> edge_points(const Context& context, std::uint32_t id);

}  // namespace graze::ifc
