// The tree that rays descend: 16-wide nodes of axis-aligned float boxes, and leaves of up to sixteen triangles over up
// to sixteen corners that they share. In the frame of the shape's other trees (volume/aabb.h).
//
// Why a tree of its own beside that of pairs: rays want wide nodes, few of them, and leaves in few cache lines; pairs
// want oriented boxes and eight triangles ready for lanes. docs/architecture.md has the figures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/array.h"
#include "graze/math.h"
#include "volume/aabb.h"

namespace graze {

// Unused slots come last; they hold the empty box (lo = +inf, hi = -inf) and child = none.
struct alignas(64) RayNode {
  static constexpr int width = 16;
  static constexpr std::uint32_t leaf_bit = 0x80000000u;
  static constexpr std::uint32_t none = 0xffffffffu;

  float lo[3][width];
  float hi[3][width];
  std::uint32_t child[width];  // index of a node, or leaf_bit | place of a leaf
  // Slots from far to near for a ray into octant o (bit k: direction k is negative), as Order16 of math/wide16.h.
  std::uint32_t order[8][2];

  bool is_leaf(int slot) const { return (child[slot] & leaf_bit) != 0; }
  std::size_t leaf(int slot) const;  // its first word
};

// A leaf is a run of words in RayTree::leaves, beginning at four times its place:
//   the first of its triangles in RayTree::order; their number, and the number of corners << 16;
//   x, then y, then z of the corners, as floats; a 16-bit word a triangle: three indices of four bits.
struct RayLeaf {
  static constexpr std::uint32_t most_triangles = 16, most_corners = 16;
  static constexpr std::size_t header = 2, unit = 4;
  static constexpr std::size_t overhang = 64;  // words after the last leaf that lanes may read

  // What a leaf takes.
  static constexpr std::size_t words(std::size_t triangles, std::size_t corners) {
    return (header + 3 * corners + (triangles + 1) / 2 + unit - 1) / unit * unit;
  }
};

inline std::size_t RayNode::leaf(int slot) const { return std::size_t{child[slot] & ~leaf_bit} * RayLeaf::unit; }

struct RayTree {
  // The deepest that a tree can be; no descent needs more than `most_pending` nodes that wait.
  static constexpr int most_levels = 96;
  static constexpr int most_pending = most_levels * (RayNode::width - 1) + RayNode::width;

  LocalFrame frame;
  Array<RayNode> nodes;  // children come after their parent; nodes[0] is the root
  Array<std::uint32_t> leaves;
  Array<std::uint32_t> order;  // every triangle once

  std::size_t memory() const noexcept { return nodes.bytes() + leaves.bytes() + order.bytes(); }
};

// At least one triangle, at most 2^31 - 1. The same bits for any number of threads (0: as many as the machine has).
RayTree build_ray_tree(std::span<const Triangle> triangles, int threads = 0);
// The same nodes around moved triangles. No nodes when corners that were one have parted: then it must be built anew.
RayTree refit(const RayTree& tree, std::span<const Triangle> triangles, int threads = 0);
// Empty when every triangle is in one leaf, and every box holds what is below it; else what is wrong.
std::string validate(const RayTree& tree, std::span<const Triangle> triangles);

}  // namespace graze
