// A ray in float, for tests against float boxes that never lose a hit.
//
// The parameter is s = t 2^k, with k such that the largest component of the direction is from 1/2 to 1. A box is met
// for s from max(near) to min(far), where near and far are (bound - origin) / direction of each axis. The origin is
// rounded up for lower bounds and down for upper ones, so that the difference, before it is rounded, is on the safe
// side; that, the inverse and the product round by at most 2^-24 each. A bound of s grown by 2^-20, and by 2^-120 for
// underflow, covers both sides. An axis along which the direction is 0 has the inverse infinity: near is -infinity
// within, and NaN, which min and max below leave aside, at the bound. One along which it is below 2^-100 parts nothing.
//
// Only for boxes of which no bound is beyond 2^96, and origins that are not: such a box is met before s = 2^98. The
// others are far from any float; they are looked at in double.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/compat.h"
#include "broad/float_box.h"
#include "graze/ray.h"
#include "math/ray_base.h"

namespace graze {

struct FloatRay {
  static constexpr double farthest = 0x1p96;

  float up[3], down[3];  // the origin, rounded
  float inverse[3];
  bool negative[3];
  double scale;  // s / t
  bool usable;   // else every box must be looked at
  float limit(double t) const noexcept {
    const double s = t * scale;
    return s < 0x1p99 ? round_up(s) * (1 + 0x1p-20f) + 0x1p-120f : 0x1p100f;
  }
};

inline bool within_floats(Vec3 v) noexcept {
  return std::fabs(v.x) <= FloatRay::farthest && std::fabs(v.y) <= FloatRay::farthest &&
         std::fabs(v.z) <= FloatRay::farthest;
}
inline bool within_floats(const Box& box) noexcept { return within_floats(box.lo) && within_floats(box.hi); }

// Of a box that goes along a direction, which is finite and not 0: it meets another where the ray from its upper corner
// is beyond the other's lower bounds, and that from its lower corner not beyond the upper ones.
inline FloatRay to_float(const Box& from, Vec3 direction) noexcept {
  FloatRay result;
  const double largest = std::max({std::fabs(direction.x), std::fabs(direction.y), std::fabs(direction.z)});
  const bool ordinary = largest >= 0x1p-1000 && largest <= 0x1p1000;
  // The least power of two above it; both are normal numbers.
  const std::uint64_t exponent = ordinary ? (bit_cast<std::uint64_t>(largest) >> 52) + 1 : 1023;
  result.scale = bit_cast<double>(exponent << 52);
  result.usable = ordinary && within_floats(from);
  const double down_scale = bit_cast<double>((2046 - exponent) << 52);
  constexpr float endless = std::numeric_limits<float>::infinity();
  for (int axis = 0; axis < 3; ++axis) {
    const double along = direction[axis] * down_scale;
    result.up[axis] = round_up(from.hi[axis]);
    result.down[axis] = round_down(from.lo[axis]);
    result.negative[axis] = along < 0;
    if (direction[axis] == 0) {
      result.inverse[axis] = endless;
    } else if (std::fabs(along) < 0x1p-100) {
      result.up[axis] = endless;
      result.down[axis] = -endless;
      result.inverse[axis] = 1;
      result.negative[axis] = false;
    } else {
      result.inverse[axis] = float(1 / along);
    }
  }
  return result;
}

// The ray is finite but for its max, and has a direction.
inline FloatRay to_float(const Ray& ray) noexcept {
  return to_float(Box{ray.origin, ray.origin}, ray.direction - base_of(ray));
}

}  // namespace graze
