// Rays, and segments as rays.
#pragma once

#include <limits>

#include "graze/math.h"

namespace GRAZE_API graze {

// The points origin + t * direction with 0 <= t <= max, in the world.
struct Ray {
  Vec3 origin;                                      // t = 0
  Vec3 direction;                                   // any length but 0; t is in units of it
  double max = std::numeric_limits<double>::max();  // included; infinite means the same as the greatest double
  bool to_point = false;                            // `direction` is a point: the way from `origin` to it, exactly
};

// From p to q, ends included: t is 0 at p and 1 at q, exactly.
constexpr Ray ray_between(Vec3 p, Vec3 q) { return {p, q, 1.0, true}; }

}  // namespace graze
