// What a query pays for a tree, by its surface areas.
#pragma once

#include <span>

#include "tree/oriented.h"
#include "tree/tree.h"

namespace graze {

// The sum of the areas of all boxes over that of all triangles: about how many boxes lie over a point of the surface.
// Does not change when everything is moved, turned or scaled. 0 when no triangle has an area.
double tree_cost(const Tree& tree, std::span<const OrientedNode> nodes) noexcept;

}  // namespace graze
