// The hull of a box's eight posed corners, as its faces' outer triangles; of a box that does not collapse
// (narrow/body/collapse.h).
#pragma once

#include <array>

#include "narrow/body/posed.h"

namespace graze {

class BoxHull {
 public:
  explicit BoxHull(const Posed& box) noexcept;

  // Exactly: do the triangle and the solid have a common point?
  bool meets(const Triangle& t) const noexcept;

 private:
  std::array<Triangle, 12> faces_;  // counter-clockwise from outside
};

}  // namespace graze
