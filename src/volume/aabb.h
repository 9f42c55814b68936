// A float box, rounded outward from doubles, in a frame that is centred and scaled to the body.
#pragma once

#include <limits>

#include "graze/math.h"
#include "math/round.h"

namespace graze {

struct Aabb {
  float lo[3] = {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
                 std::numeric_limits<float>::infinity()};
  float hi[3] = {-std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                 -std::numeric_limits<float>::infinity()};

  void merge(const Aabb& other) noexcept {
    for (int k = 0; k < 3; ++k) {
      lo[k] = other.lo[k] < lo[k] ? other.lo[k] : lo[k];
      hi[k] = other.hi[k] > hi[k] ? other.hi[k] : hi[k];
    }
  }
  bool holds(const Aabb& other) const noexcept {
    for (int k = 0; k < 3; ++k)
      if (!(lo[k] <= other.lo[k] && other.hi[k] <= hi[k])) return false;  // false for NaN, too
    return true;
  }
  // Half of the surface; 0 for an empty box.
  float half_area() const noexcept {
    const float x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
    return x < 0 ? 0 : x * y + y * z + z * x;
  }
};

// Where a body's float boxes live: (x - origin) / scale, scale a power of two, all within [-1, 1] and a few ulps; only
// for a body wider than 2^1022, which has the largest scale there is, within [-4, 4].
struct LocalFrame {
  Vec3 origin;
  double scale = 1;
};

// A frame for everything within the box.
LocalFrame local_frame(const Box& bounds) noexcept;
// The subtraction rounds; its last bit is given away outward before the conversion.
Aabb fit(const Box& box, const LocalFrame& frame) noexcept;

}  // namespace graze
