#include "volume/aabb.h"

#include <algorithm>
#include <cmath>

namespace graze {

LocalFrame local_frame(const Box& bounds) noexcept {
  LocalFrame frame;
  double reach = 0;
  for (int k = 0; k < 3; ++k) {
    // Halved first: the sum of two finite doubles may overflow.
    frame.origin[k] = bounds.lo[k] / 2 + bounds.hi[k] / 2;
    reach = std::fmax(reach, std::fmax(bounds.hi[k] / 2 - frame.origin[k] / 2, frame.origin[k] / 2 - bounds.lo[k] / 2));
  }
  // reach is half of the largest distance from the origin, and below 2^(e+1).
  if (reach > 0) frame.scale = std::scalbn(1.0, std::clamp(std::ilogb(reach) + 2, -1021, 1022));
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
