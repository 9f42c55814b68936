// The tree for pairs: 8-wide nodes of oriented boxes, each in a frame of its own, one primitive a leaf.
//
// Smooth surfaces close to each other are what costs time, and there a thin box along the surface is worth many
// axis-aligned ones (paper 002 5.2). All in the tree's own frame (volume/aabb.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/array.h"
#include "volume/aabb.h"
#include "volume/obb.h"

namespace graze {

// Unused slots come last; they have half = -infinity, which no test passes.
struct alignas(64) PairNode {
  static constexpr int width = 8;
  static constexpr std::uint32_t leaf_bit = 0x80000000u;
  static constexpr std::uint32_t none = 0xffffffffu;

  float axis[3][3][width];  // which axis, coordinate, slot
  float centre[3][width];
  float half[3][width];
  std::uint32_t child[width];  // index of a node, or leaf_bit | primitive

  bool is_leaf(int slot) const { return (child[slot] & leaf_bit) != 0; }
  std::uint32_t primitive(int slot) const { return child[slot] & ~leaf_bit; }
};

struct PairTree {
  LocalFrame frame;
  Array<PairNode> nodes;  // children come after their parent
  std::uint32_t primitives = 0;

  std::size_t memory() const noexcept { return nodes.bytes(); }
};

// At least one triangle, at most 2^31 - 1.
PairTree build_pair_tree(std::span<const Triangle> triangles);
// Empty when every triangle is in one leaf, and every box holds the triangles below it; else what is wrong.
std::string validate(const PairTree& tree, std::span<const Triangle> triangles);

}  // namespace graze
