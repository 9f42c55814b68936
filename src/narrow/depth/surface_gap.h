// How far points, and convex sets given by their corners, are from the triangles of a body.
#pragma once

#include <span>

#include "narrow/depth/translations.h"
#include "narrow/distance/nearest_search.h"

namespace graze {

struct SurfaceGap {
  double lower = 0;         // of the distance; proven
  Vec3 nearest;             // about there
  std::uint64_t units = 0;  // of work, which is not charged
};
// Of a point from all triangles of a tree; lower is 0 when that is sure to be below `enough`.
SurfaceGap surface_gap(const PosedTree& tree, Vec3 p, double enough);

// Every point of the hull of up to eight corners is at most this far from some triangle of the tree, rounded up. The
// distance from a convex set has its greatest value over a hull at a corner, and so has a mean of two such distances,
// which is not below the lesser of them: the least over single triangles, and over pairs of those that are nearest to
// the corners. Infinite for `most` or more.
double surface_reach(const PosedTree& tree, std::span<const Vec3> corners, double most);

// Triangles whose boxes are no farther than `reach` from the box, by number, until `visit` returns false; then false.
template <class Visit>
bool each_triangle_near(const PosedTree& tree, const Box& box, double reach, const Visit& visit) {
  std::uint32_t stack[128];
  std::size_t size = 0;
  stack[size++] = 0;
  while (size > 0) {
    const PosedTree::Node& node = tree.nodes()[stack[--size]];
    if (box_gap(box, node.box) > reach) continue;
    if (node.left != 0) {
      stack[size++] = node.right;
      stack[size++] = node.left;
      continue;
    }
    for (std::uint32_t i = node.begin; i < node.end; ++i)
      if (box_gap(box, tree.boxes()[i]) <= reach && !visit(i)) return false;
  }
  return true;
}

}  // namespace graze
