// Triangles into the leaves of a tree.
#pragma once

#include <cstdint>
#include <span>

#include "tree/tree.h"

namespace graze {

// The leaf of triangles that begin at order[first]: at most Leaf::width of them.
Leaf pack_leaf(const LocalFrame& frame, std::uint32_t first, std::span<const Triangle> triangles);
// The leaf of the triangles order[first] ... order[first + count - 1], in the frame of the tree.
Leaf pack_leaf(const Tree& tree, std::uint32_t first, std::uint32_t count, std::span<const Triangle> triangles);

}  // namespace graze
