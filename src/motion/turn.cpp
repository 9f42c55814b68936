// Both come from the half angle h: sin = 2 sin(h) cos(h), 1 - cos = 2 sin(h)^2, which keeps small angles accurate.
// h, at most pi, is brought within pi/4 by a multiple of pi/2 given as two doubles, of which the first leaves its
// products exact; the difference of near numbers is exact, so that y is off by u|y| + 2^-84. The series end where the
// next term is below 2^-60 of the sum. Their sums lose less than 2u: sin(h) is off by 3u |h|, cos(h) by 3u.
#include "motion/turn.h"

#include <cmath>

namespace graze {
namespace {

double sine_near_0(double y) {
  const double z = y * y;
  constexpr double f3 = -1.0 / 6, f5 = 1.0 / 120, f7 = -1.0 / 5040, f9 = 1.0 / 362880, f11 = -1.0 / 39916800;
  constexpr double f13 = 1.0 / 6227020800.0, f15 = -1.0 / 1307674368000.0, f17 = 1.0 / 355687428096000.0;
  const double tail = z * (f3 + z * (f5 + z * (f7 + z * (f9 + z * (f11 + z * (f13 + z * (f15 + z * f17)))))));
  return y + y * tail;
}

double cosine_near_0(double y) {
  const double z = y * y;
  constexpr double f4 = 1.0 / 24, f6 = -1.0 / 720, f8 = 1.0 / 40320, f10 = -1.0 / 3628800, f12 = 1.0 / 479001600.0;
  constexpr double f14 = -1.0 / 87178291200.0, f16 = 1.0 / 20922789888000.0, f18 = -1.0 / 6402373705728000.0;
  const double tail = z * (f4 + z * (f6 + z * (f8 + z * (f10 + z * (f12 + z * (f14 + z * (f16 + z * f18)))))));
  return 1 + z * (tail - 0.5);
}

}  // namespace

HalfTurn half_turn(double angle) noexcept {
  constexpr double half_pi_head = 0x1.921fb544p+0, half_pi_tail = 0x1.0b4611a626331p-34;
  const double half = angle * 0.5;
  const double quarters = std::nearbyint(half * (1 / 0x1.921fb54442d18p+0));
  const double y = (half - quarters * half_pi_head) - quarters * half_pi_tail;
  double sine = sine_near_0(y), cosine = cosine_near_0(y);
  const int quadrant = int(quarters) & 3;
  if ((quadrant & 1) != 0) {
    const double kept = sine;
    sine = cosine;
    cosine = -kept;
  }
  if ((quadrant & 2) != 0) {
    sine = -sine;
    cosine = -cosine;
  }
  return {sine, cosine};
}

Turn turn_by(double angle) noexcept {
  const HalfTurn half = half_turn(angle);
  return {2 * (half.sine * half.cosine), 2 * (half.sine * half.sine)};
}

}  // namespace graze
