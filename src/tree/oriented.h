// Oriented boxes over the nodes of a tree, each in a frame of its own: what pairs descend.
//
// Smooth surfaces close to each other are what costs time, and there a thin box along the surface is worth many
// axis-aligned ones (the OBB trees of Gottschalk, Lin and Manocha 1996).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/array.h"
#include "tree/tree.h"
#include "volume/obb.h"

namespace graze {

// Slot for slot the children of the tree's node of the same index. Unused slots have half = -infinity, which no test
// passes.
struct alignas(64) OrientedNode {
  static constexpr int width = Node::width;

  float axis[3][3][width];  // which axis, coordinate, slot
  float centre[3][width];
  float half[3][width];
  std::uint32_t child[width];  // as in Node

  bool is_leaf(int slot) const { return (child[slot] & Node::leaf_bit) != 0; }
  std::uint32_t leaf(int slot) const { return child[slot] & ~Node::leaf_bit; }
};

// The same bits for any number of threads (0: as many as the machine has).
Array<OrientedNode> build_oriented(const Tree& tree, std::span<const Triangle> triangles, int threads = 0);
// The boxes, along the axes that they have, around what the leaves of the refitted tree hold (tree/refit.h).
Array<OrientedNode> refit_oriented(const Tree& tree, Array<OrientedNode> nodes, int threads = 0);
// A box with the axes of the slot around what the leaves hold, written into it.
void refit_slot(OrientedNode& node, int slot, std::span<const Leaf> leaves);
// The leaves below each node; they have neighbouring numbers.
struct LeafRange {
  std::uint32_t begin, end;
};
std::vector<LeafRange> leaf_ranges(std::span<const OrientedNode> nodes);
// Empty when the boxes hold the triangles below them; else what is wrong. The tree must be valid.
std::string validate(const Tree& tree, std::span<const OrientedNode> nodes, std::span<const Triangle> triangles);

}  // namespace graze
