// The default tree: 8-wide nodes of float boxes rounded outward, one primitive a leaf.
//
// Boxes are stored in the tree's own frame, centred and scaled to the body, so that floats spend their bits on the body
// and not on where it was modelled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/array.h"
#include "graze/math.h"
#include "volume/aabb.h"

namespace graze {

// Unused slots hold the empty box (lo = +inf, hi = -inf) and child = Node::none; used slots come first.
struct alignas(64) Node {
  static constexpr int width = 8;
  static constexpr std::uint32_t leaf_bit = 0x80000000u;
  static constexpr std::uint32_t none = 0xffffffffu;

  float lo[3][width];
  float hi[3][width];
  std::uint32_t child[width];  // index of a node, or leaf_bit | primitive
  std::uint32_t count;         // used slots
  std::uint32_t padding[7];

  bool is_leaf(int slot) const { return (child[slot] & leaf_bit) != 0; }
  std::uint32_t primitive(int slot) const { return child[slot] & ~leaf_bit; }
};

struct Tree {
  LocalFrame frame;
  Array<Node> nodes;  // children come after their parent; nodes[0] is the root
  std::uint32_t primitives = 0;

  std::size_t memory() const noexcept { return nodes.bytes(); }
};

// Binned surface-area heuristic, top-down, collapsed to 8-wide nodes. At least one box; at most 2^31 - 1.
Tree build_tree(std::span<const Box> boxes);
// The same nodes around moved primitives.
Tree refit(const Tree& tree, std::span<const Box> boxes);
// Empty when every primitive is in one leaf, and every box holds what is below it; else what is wrong.
std::string validate(const Tree& tree, std::span<const Box> boxes);

}  // namespace graze
