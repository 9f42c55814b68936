// Boxes, rays and gaps as the doubles say: a filter in double, then exact fractions.
#pragma once

#include "graze/math.h"
#include "graze/ray.h"

namespace graze {

struct BoxEntry {
  bool hit = false;
  double t = 0;  // where the ray enters the box, 0 where it starts in it; off by at most 2^-50 of it
};

// The ray is finite but for its max, and has a direction; the box is usable().
BoxEntry meet(const Ray& ray, const Box& box) noexcept;

// How far apart two boxes are.
struct BoxGap {
  double value = 0;  // off by at most 2^-50 of it; infinite beyond the doubles
  Vec3 lo, hi;       // along each axis it is hi - lo
};
BoxGap gap(const Box& a, const Box& b) noexcept;
// The exact sign of x - y.
int compare(const BoxGap& x, const BoxGap& y) noexcept;

}  // namespace graze
