// From facets over input points to a polytope in its canonical order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hull/polytope.h"

namespace graze {

// Closed loops of input indices, counter-clockwise from outside; each ordered pair of consecutive corners once, and
// its reverse once. Every index in them is a corner.
struct FacetLoops {
  std::vector<std::uint32_t> start{0};  // one more than there are facets
  std::vector<std::uint32_t> corner;

  void close() { start.push_back(static_cast<std::uint32_t>(corner.size())); }
};

// Dimension 2 or 3.
Polytope assemble(std::span<const Vec3> points, int dimension, const FacetLoops& loops);

}  // namespace graze
