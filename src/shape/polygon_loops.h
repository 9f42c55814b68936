// Loops of corners around flat faces: made from triangles, joined across edges.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/shape.h"

namespace graze {

// Positions are numbers of `points`.
struct PolygonLoop {
  std::vector<std::uint32_t> corners;  // counter-clockwise; empty when it became a part of another
  std::vector<std::uint32_t> triangles;
  std::uint32_t tag = 0;
  bool planar = true;  // exactly in one plane and convex; else it is never joined
};

// Joins loops across edges that two of them share, the one way round and the other, while the two are in one plane,
// have the same tag, and together are convex. Long edges go first. What is left keeps its order; joined loops take the
// place of the first.
void join_coplanar(std::vector<PolygonLoop>& loops, const std::vector<Vec3>& points);

// Exactly in one plane, convex, turning once around, and not of zero area; corners in a straight line are allowed.
bool is_planar_convex(const std::vector<std::uint32_t>& corners, const std::vector<Vec3>& points) noexcept;

}  // namespace graze
