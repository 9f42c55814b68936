// A surface as a chain: each distinct triangle once, with the number of times that it is there.
//
// Files repeat primitives, so that a triangle may be stacked many times. How often a surface winds around a point is
// linear in its triangles, so that equal ones count as one with a weight: one for each that runs around its corners the
// same way, less one for each that runs the other way. Corners that are equal in the shape's frame are equal under
// every pose.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shape/data.h"

namespace graze {

struct NetSurface {
  // The distinct triangles as a mesh in the same frame, within the same bounds; empty where no two triangles are equal:
  // then the shape itself is meant, and there are no weights.
  Shape distinct;
  // Of each distinct triangle; 0 for those that bound nothing (narrow/inside/bounding.h), or that cancel.
  std::vector<std::int32_t> weight;
};

// Found on first need, and kept with the shape.
const NetSurface& net_surface(const ShapeData& shape);

inline constexpr std::uint32_t no_triangle = 0xffffffffu;

// Which triangle is across each edge, from corner k to the next: one that runs it the other way, where these two alone
// have the edge, and have the same weight; else no_triangle. Triangles of weight 0 are none. No weights: all are 1.
// Kept with the shape, which is always asked with the same weights.
const std::vector<Index3>& edge_neighbours(const ShapeData& shape, std::span<const std::int32_t> weight);

}  // namespace graze
