// The triangles of a shape as a device reads them: a tree for rays, a tree for pairs, and the doubles that decide.
//
// Both trees are the core's partition (tree/binary.h), in the frame of volume/aabb.h: centred on the body and scaled by
// a power of two, so that all coordinates are within [-1, 1]. A node has two children. For rays it is 32 bytes: the
// bounds of both children as 15 bits of one grid. For pairs each child has an oriented box of 64 bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/cuda/anywhere.h"
#include "graze/gpu.h"
#include "graze/shape.h"
#include "volume/aabb.h"

namespace graze::gpu {

// A child that is a leaf: its first triangle in the order of the tree, and how many there are. Others are nodes.
struct LeafReference {
  static constexpr int count_bits = 3;
  static constexpr std::uint32_t most = (1u << count_bits) - 1;

  std::uint32_t first, count;
};
GRAZE_ANYWHERE std::int32_t reference_to(LeafReference leaf) noexcept {
  return ~static_cast<std::int32_t>(leaf.first << LeafReference::count_bits | leaf.count);
}
GRAZE_ANYWHERE LeafReference leaf_of(std::int32_t reference) noexcept {
  const auto bits = static_cast<std::uint32_t>(~reference);
  return {bits >> LeafReference::count_bits, bits & LeafReference::most};
}

// A triangle in the frame of the tree, rounded to float; its number is in the bits of a.w.
struct FloatTriangle {
  FourFloats a, b, c;

  GRAZE_ANYWHERE std::uint32_t number() const noexcept { return bits_of(a.w); }
};

GRAZE_ANYWHERE FloatTriangle read_triangle(const FloatTriangle* from) noexcept {
  const auto* corners = reinterpret_cast<const FourFloats*>(from);
  return {read_four(corners), read_four(corners + 1), read_four(corners + 2)};
}
GRAZE_ANYWHERE Triangle triangle_of(const Vec3* vertices, const Index3* corners, std::uint32_t number) noexcept {
  const auto* corner = reinterpret_cast<const std::uint32_t*>(corners + number);
  return {vertices[corner[0]], vertices[corner[1]], vertices[corner[2]]};
}

// The grid of the bounds for rays: grid_low + grid_width * k / 2^15.
inline constexpr float grid_low = -1.0009765625f, grid_width = 2.001953125f;
// What a bound lies outside of its box, at least, in the frame: more than the rounding of a ray's crossings with it
// (float_ray.h).
inline constexpr double grid_margin = 0x1p-18;

// One axis of a box, from lo to hi, as a word of a node; every double is put somewhere.
GRAZE_ANYWHERE std::uint32_t grid_word(double lo, double hi) noexcept {
  const auto place = [](double x) {
    const double k = (x - double{grid_low}) / double{grid_width} * 0x1p15;
    return k > 0 ? (k < 0x1p15 - 1 ? k : 0x1p15 - 1) : 0.0;
  };
  const double down = floor(place(lo - grid_margin)), up = ceil(place(hi + grid_margin));
  return (static_cast<std::uint32_t>(down) | 0x8000u) | (static_cast<std::uint32_t>(up) | 0x8000u) << 16;
}

// Two children: three words each with the grid's k of the lower bound in the low half and of the upper bound in the
// high half, both with the top bit set; then the references.
struct alignas(32) RayNode {
  std::uint32_t bounds[2][3];
  std::int32_t child[2];
};

// An oriented box: the points centre + sum a_k axis_k, |a_k| <= half_k; and where it leads.
struct alignas(64) PairNode {
  float axis[9];  // axis k from 3k on
  float centre[3];
  float half[3];
  std::int32_t child;  // of two children that lie together the first; or a leaf
};
static_assert(sizeof(RayNode) == 32 && sizeof(PairNode) == 64);

// May a device multiply three coordinates of a body, and see it from its own frame?
GRAZE_ANYWHERE bool ordinary_frame(const LocalFrame& frame) noexcept {
  const double x = GRAZE_ABS(frame.origin.x), y = GRAZE_ABS(frame.origin.y), z = GRAZE_ABS(frame.origin.z);
  return frame.scale >= 0x1p-150 && frame.scale <= 0x1p150 && greatest(greatest(x, y), z) <= frame.scale * 0x1p20;
}

// Triangles by their places in the order of a tree.
struct PlaceRange {
  std::uint32_t begin, end;
};

// Deeper trees, or bodies so large, small or far away that products of three coordinates leave the doubles, are not
// for a device.
inline constexpr int deepest_ray_tree = 62, deepest_pair_tree = 60;

struct MeshLayout {
  LocalFrame frame;
  bool usable = false;             // for a device; the rest is empty where not
  std::vector<Vec3> vertices;      // in the world: posed
  std::vector<Index3> triangles;   // by number
  std::vector<RayNode> ray_nodes;  // the root first; no node at all where all triangles are one leaf
  std::vector<FloatTriangle> ray_triangles;
  std::vector<PairNode> pair_nodes;  // the root first
  std::vector<FloatTriangle> pair_triangles;
  // For bodies that move, else empty: of each node for rays but the root twice its parent, and one more for the second
  // child; of each node for pairs the triangles below it.
  std::vector<std::uint32_t> ray_parents;
  std::vector<PlaceRange> pair_ranges;
};

// Are the first seven nodes no leaves, so that the next eight, three levels below the root, hold everything?
bool has_full_top(const std::vector<PairNode>& nodes) noexcept;

// Has the shape triangles that a device can work on: a mesh, soup, strip, fan or terrain without a margin?
bool made_of_triangles(const Shape& shape) noexcept;
// Is it a convex polytope that a device can work on, the hull of its corners without a margin?
bool made_of_corners(const Shape& shape) noexcept;
// A corner of each connected part; of more than `most` none at all.
std::vector<std::uint32_t> part_corners(const std::vector<Index3>& triangles, std::size_t vertices, std::size_t most);
// Of such a shape in a pose that is neither singular nor infinite.
MeshLayout lay_out(const Shape& shape, const Pose& pose, const MeshUse& use, int threads = 0);

}  // namespace graze::gpu
