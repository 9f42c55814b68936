// How near two sets of triangles must come for the bodies around them to touch, or to be within a tolerance.
#pragma once

#include "graze/math.h"

namespace graze {

// The sum of three lengths, none negative, never rounded.
struct Reach {
  double radius_a = 0, radius_b = 0, tolerance = 0;

  // Bounds of the sum; the sum itself where two of the three are 0.
  double upper() const noexcept;
  double lower() const noexcept;
};

// Exactly: are two triangles no farther apart than that? An infinite tolerance holds every two.
bool triangles_within(const Triangle& a, const Triangle& b, const Reach& reach) noexcept;

}  // namespace graze
