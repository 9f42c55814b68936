// The tree of a shape: 8-wide nodes of axis-aligned float boxes, and leaves of up to eight triangles packed for lanes.
//
// Everything is in the tree's own frame (volume/aabb.h), centred and scaled to the body, so that floats spend their
// bits on the body and not on where it was modelled. Pairs descend the oriented boxes of tree/oriented.h, which share
// the nodes' numbering and the leaves; rays have a tree of their own (tree/ray_tree.h).
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
struct alignas(64) Node {
  static constexpr int width = 8;
  static constexpr std::uint32_t leaf_bit = 0x80000000u;
  static constexpr std::uint32_t none = 0xffffffffu;

  float lo[3][width];
  float hi[3][width];
  std::uint32_t child[width];  // index of a node, or leaf_bit | index of a leaf
  std::uint32_t count;         // used slots
  std::uint32_t padding[7];

  bool is_leaf(int slot) const { return (child[slot] & leaf_bit) != 0; }
  std::uint32_t leaf(int slot) const { return child[slot] & ~leaf_bit; }
};

// Triangles around `centre`: a corner is the point minus the centre, rounded to the nearest float; so its error is
// relative to the size of the leaf. Unused slots repeat the last triangle.
struct alignas(64) Leaf {
  static constexpr int width = 8;

  float corner[3][3][width];  // corner, coordinate, slot
  float centre[3];
  float radius;         // bounds every coordinate of every corner, in size
  std::uint32_t first;  // its triangles are order[first] ... order[first + count - 1]
  std::uint32_t count;
  std::uint32_t padding[2];
};

struct Tree {
  LocalFrame frame;
  Array<Node> nodes;  // children come after their parent; nodes[0] is the root
  Array<Leaf> leaves;
  Array<std::uint32_t> order;  // every triangle once

  std::uint32_t triangles() const noexcept { return std::uint32_t(order.size()); }
  std::size_t memory() const noexcept { return nodes.bytes() + leaves.bytes() + order.bytes(); }
};

// Binned surface-area heuristic, top-down and in parallel, collapsed to 8-wide nodes by dynamic programming. At least
// one triangle, at most 2^31 - 1. The same bits for any number of threads (0: as many as the machine has).
Tree build_tree(std::span<const Triangle> triangles, int threads = 0);
// Empty when every triangle is in one leaf, and every box holds what is below it; else what is wrong.
std::string validate(const Tree& tree, std::span<const Triangle> triangles);

// A triangle in a tree's frame. The shift rounds by 2^-52 of the frame at most, far below the float rounding that every
// pad covers.
inline Triangle in_frame(const Triangle& t, const LocalFrame& frame) noexcept {
  // In halves, so that the difference of two finite doubles cannot overflow.
  const double inverse = 1 / frame.scale;
  const auto move = [&](Vec3 p) { return ((p * 0.5 - frame.origin * 0.5) * inverse) * 2; };
  return {move(t.a), move(t.b), move(t.c)};
}
inline Box box_of(const Triangle& t) noexcept { return {min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)}; }
// The box of all.
Box box_of(std::span<const Triangle> triangles) noexcept;

}  // namespace graze
