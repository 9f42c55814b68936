#include "volume/aabb.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/compat.h"
#include "volume/offered.h"

namespace graze {

LocalFrame local_frame(const Box& bounds) noexcept {
  LocalFrame frame;
  double farthest = 0;
  for (int k = 0; k < 3; ++k) {
    // Halved first: the sum of two finite doubles may overflow.
    frame.origin[k] = bounds.lo[k] / 2 + bounds.hi[k] / 2;
    const double above = bounds.hi[k] / 2 - frame.origin[k] / 2, below = frame.origin[k] / 2 - bounds.lo[k] / 2;
    farthest = std::max({farthest, above, below});
  }
  // farthest is half of the largest distance from the origin, and below 2^(e+1). Every query asks for this: the
  // exponent is read from the bits, where that of a denormal is -1023, which the clamp makes right.
  if (farthest > 0) {
    const int exponent = int(bit_cast<std::uint64_t>(farthest) >> 52) - 1023;
    frame.scale = bit_cast<double>(std::uint64_t(std::clamp(exponent + 2, -1021, 1022) + 1023) << 52);
  }
  return frame;
}

Aabb fit(const Box& box, const LocalFrame& frame) noexcept {
  Aabb result;
  const double inverse = 1 / frame.scale;
  for (int k = 0; k < 3; ++k) {
    const auto shifted = [&](double x, double outward) {
      // x - origin in two halves, so that it cannot overflow. Halving a denormal rounds: at the smallest scale that
      // is 2^-53 of the frame, which the constant covers.
      const double value = (x * 0.5 - frame.origin[k] * 0.5) * inverse * 2;
      return value + outward * (std::fabs(value) * 0x1p-51 + 0x1p-48);
    };
    result.lo[k] = round_down(shifted(box.lo[k], -1));
    result.hi[k] = round_up(shifted(box.hi[k], 1));
  }
  return result;
}

}  // namespace graze
