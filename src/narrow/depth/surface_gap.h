// How far points are from the triangles of a body.
#pragma once

#include <functional>
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

// A proven lower bound of the distance of a point from a triangle, hardly below it, and about the nearest point.
struct PointGap {
  double lower = 0;
  Vec3 nearest;
};
PointGap point_gap(Vec3 p, const Triangle& t);

// Not below the distance of a point from a triangle, and hardly above it.
double distance_up(Vec3 p, const Triangle& triangle);

// The triangle nearest to a point, up to rounding, and distance_up() from it.
struct NearTriangle {
  double distance = 0;
  std::uint32_t triangle = 0;
};
// Of those that `counts` says yes to, by number; the distance is infinite where there is none.
NearTriangle nearest_triangle(const PosedTree& tree, Vec3 p, const std::function<bool(std::uint32_t)>& counts = {});

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
