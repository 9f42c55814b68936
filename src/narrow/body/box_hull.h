// The hull of a box's eight posed corners, as its faces' outer triangles; of a box that does not collapse
// (narrow/body/collapse.h).
#pragma once

#include <array>
#include <cstdint>

#include "narrow/body/posed.h"

namespace graze {

// Which of a box's 24 triangles are on the surface of the hull: bit i is set for triangle i. Each face is cut along the
// diagonal that bends outward; where its four corners are exactly in one plane, along the first.
std::uint32_t outer_triangles(const Posed& box) noexcept;

class BoxHull {
 public:
  explicit BoxHull(const Posed& box) noexcept;

  // Exactly: do the triangle and the solid have a common point?
  bool meets(const Triangle& t) const noexcept;

 private:
  std::array<Triangle, 12> faces_;  // counter-clockwise from outside
};

}  // namespace graze
