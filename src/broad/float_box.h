// Boxes in float, rounded outward, and how to tell what float has decided.
//
// lo is the largest float not above the double, hi the smallest not below it, both kept within the finite floats: lo is
// -max where the double is below -max, hi is max where it is above. So for doubles x <= y always lo(x) <= hi(y): float
// boxes overlap where double boxes do. Lanes without a box hold lo = +inf, hi = -inf, and overlap nothing.
//
// The other way round: when hi(y) - lo(x), rounded, is more than `slack`, surely x < y. With M the largest magnitude
// among bounds other than -max and max, floats up to M are at most 2^-23 M + 2^-149 apart, so x < lo(x) + that and
// y > hi(y) - that, and a difference of more than twice as much is enough; slack = 2^-21 M + 2^-140 is that twice over.
// A difference that rounds to more than a float is more than it. With -max or max on one side: if M <= max / 2, any
// other bound is further away than that; else the slack is at least four times the distance of floats near max. Max
// against max and -max against -max have no difference, and count as undecided.
#pragma once

#include <cstdint>
#include <limits>

#include "graze/math.h"
#include "math/round.h"

namespace graze {

struct alignas(32) FloatBox {
  float lo[3];
  std::uint32_t id;
  float hi[3];
  std::uint32_t unused;
};

inline constexpr float float_max = std::numeric_limits<float>::max();

// Is there a point in it, no NaN, and a finite point? Differences of infinities of one sign are NaN.
constexpr bool usable(const Box& box) noexcept {
  return box.hi.x - box.lo.x >= 0 && box.hi.y - box.lo.y >= 0 && box.hi.z - box.lo.z >= 0;
}

inline FloatBox to_float(const Box& box, std::uint32_t id) noexcept {
  FloatBox result{};
  for (int axis = 0; axis < 3; ++axis) {
    const float lo = round_down(box.lo[axis]), hi = round_up(box.hi[axis]);
    result.lo[axis] = lo < -float_max ? -float_max : lo;
    result.hi[axis] = hi > float_max ? float_max : hi;
  }
  result.id = id;
  return result;
}

// The largest magnitude of its bounds other than -max and max, or `largest` if that is more.
inline float largest_bound(const FloatBox& box, float largest) noexcept {
  for (int axis = 0; axis < 3; ++axis)
    for (const float bound : {box.lo[axis], box.hi[axis]}) {
      const float size = bound < 0 ? -bound : bound;
      if (size > largest && size < float_max) largest = size;
    }
  return largest;
}

inline float float_slack(float largest) noexcept { return largest * 0x1p-21f + 0x1p-140f; }

}  // namespace graze
