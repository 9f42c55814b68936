// Places by the crossings of the axes of a grid: IfcGridPlacement.
#pragma once

#include "io/ifc/context.h"

namespace graze::ifc {

// The placement of the grid whose axes the record uses, in whose frame it is; 0: the world.
std::uint32_t grid_parent(const Context& context, const Record& placement);
// In the frame of the grid: x to the other crossing, as a direction says, or along the first axis; z is the grid's.
Pose grid_placement(const Context& context, const Record& placement);

}  // namespace graze::ifc
