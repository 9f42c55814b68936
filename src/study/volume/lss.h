// Line-swept spheres, the thinner sisters of the volumes of PQP (Larsen, Gottschalk, Lin and Manocha 1999): all points
// within `radius` of a segment.
#pragma once

#include "study/volume/rss.h"

namespace graze::study {

// A rectangle-swept sphere whose rectangle has no width: it is placed, compared and bounded as one.
struct Lss : Rss {
  static constexpr const char* name = "lss";

  Lss() = default;
  // Holds what the other does: the rectangle is gone from within half its width.
  explicit Lss(const Rss& rss) noexcept;

  static Lss fit(std::span<const Triangle> triangles) noexcept;
  friend Lss merge(const Lss& a, const Lss& b) noexcept;
};

}  // namespace graze::study
