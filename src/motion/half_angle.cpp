#include "motion/half_angle.h"

#include <algorithm>

#include "motion/turn.h"

namespace graze {

HalfAngle half_of(double angle) noexcept {
  const Turn half = turn_by(angle * 0.5);
  return {1 - half.versine, std::max(half.sine, 0.0)};
}

// Newton's way on the sine of what is missing, which converges with the third power: 0.08, 9e-5, 1e-13, 0.
double angle_of(const HalfAngle& half) noexcept {
  const double scale = 1 / std::sqrt(half.x * half.x + half.y * half.y);
  double angle = half.order() * 0x1.921fb54442d18p+0;
  for (int step = 0; step < 3; ++step) {
    const Turn turn = turn_by(angle);
    angle += (half.y * (1 - turn.versine) - half.x * turn.sine) * scale;
  }
  return std::max(angle * 2, 0.0);
}

std::optional<HalfAngle> falling(const Wave& wave) noexcept {
  const double a = wave.v0 - wave.v2, b = wave.v1, c = wave.v0 + wave.v2;
  const double swing_sq = wave.v1 * wave.v1 + wave.v2 * wave.v2;
  if (!(swing_sq > 0)) return std::nullopt;
  // b^2 - a c, off by a few units of the squares it is the difference of.
  const double discriminant = swing_sq - wave.v0 * wave.v0;
  if (discriminant < -8 * 0x1p-53 * (swing_sq + wave.v0 * wave.v0)) return std::nullopt;
  const double root = std::sqrt(std::max(discriminant, 0.0));
  // c / (-b + root) is 0 / 0 where b, c and the root are 0: a touch at the angle 0.
  const bool plain = b > 0 || (b == 0 && root == 0 && c == 0);
  double y = plain ? -b - root : c;
  double x = plain ? a : -b + root;
  if (y < 0) {
    x = -x;
    y = -y;
  }
  // The tangent is y / x; its direction is above the axis of x, where half angles are.
  if (y == 0 && x < 0) x = -x;
  return HalfAngle{x, y};
}

HalfAngle peak(const Wave& wave) noexcept {
  const double swing = std::sqrt(wave.v1 * wave.v1 + wave.v2 * wave.v2);
  if (wave.v2 < 0) return {wave.v1, swing - wave.v2};
  if (swing == 0) return {};
  return wave.v1 >= 0 ? HalfAngle{swing + wave.v2, wave.v1} : HalfAngle{-(swing + wave.v2), -wave.v1};
}

}  // namespace graze
