// Roots of waves by integers: the residual at the angle found is what rounding makes of the coefficients.
#include "motion/half_angle.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/oracle/dice.h"
#include "tests/oracle/rational.h"

namespace graze {
namespace {

using oracle::exact;
using oracle::Rational;

TEST(HalfAngle, AnglesAndBack) {
  double last = -1;
  for (int i = 0; i <= 1000; ++i) {
    const double angle = 6.283185307179586 * i / 1000;
    const HalfAngle half = half_of(angle);
    EXPECT_GE(half.y, 0);
    EXPECT_NEAR(angle_of(half), angle, 4e-16 * (1 + angle));
    EXPECT_NEAR(half.turn().sine, std::sin(angle), 1e-15);
    EXPECT_NEAR(half.turn().cosine, std::cos(angle), 1e-15);
    EXPECT_GT(half.order(), last);
    last = half.order();
  }
}

TEST(Wave, FallsExactlyWhereIntegersSaySo) {
  const std::uint64_t seed = oracle::run_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  oracle::Dice dice(seed);
  std::uint64_t roots = 0, tangents = 0;
  for (int i = 0; i < 50000; ++i) {
    const int size = dice.pick({3, 10, 1000000});
    const Wave wave{double(dice.integer(-size, size)), double(dice.integer(-size, size)),
                    double(dice.integer(-size, size))};
    const Rational v0 = exact(wave.v0), v1 = exact(wave.v1), v2 = exact(wave.v2);
    const Rational discriminant = v1 * v1 + v2 * v2 - v0 * v0;
    const auto found = falling(wave);
    if (wave.v1 == 0 && wave.v2 == 0) {
      EXPECT_FALSE(found);
      continue;
    }
    ASSERT_EQ(found.has_value(), sgn(discriminant) >= 0) << wave.v0 << ' ' << wave.v1 << ' ' << wave.v2;
    if (!found) continue;
    ++roots;
    if (sgn(discriminant) == 0) ++tangents;
    const Rational x = exact(found->x), y = exact(found->y);
    const Rational length_sq = x * x + y * y;
    const Rational value = v0 * length_sq + 2 * v1 * x * y + v2 * (x * x - y * y);
    EXPECT_LE(abs(value), exact(16 * 0x1p-53) * (abs(v0) + abs(v1) + abs(v2)) * length_sq);
    // v1 cos - v2 sin is not above 0 there: it falls, or touches.
    const Rational slope = v1 * (x * x - y * y) - 2 * v2 * x * y;
    EXPECT_LE(slope, exact(1e-7) * (abs(v1) + abs(v2)) * length_sq * (sgn(discriminant) == 0 ? 1 : 0) +
                         exact(16 * 0x1p-53) * (abs(v1) + abs(v2)) * length_sq);
    const SineCosine top = peak(wave).turn();
    EXPECT_NEAR(wave.at(top), wave.v0 + std::hypot(wave.v1, wave.v2), 1e-14 * (size + std::hypot(wave.v1, wave.v2)));
  }
  EXPECT_GT(roots, 10000u);
  EXPECT_GT(tangents, 200u);
}

TEST(Wave, RisesHalfATurnFromWhereItsNegativeFalls) {
  const auto up = rising({0.25, 0, -1});
  ASSERT_TRUE(up);
  EXPECT_NEAR(angle_of(*up), std::acos(0.25), 1e-15);
  const auto down = falling({0.25, 0, -1});
  EXPECT_NEAR(angle_of(*down), 6.283185307179586 - std::acos(0.25), 1e-15);
  EXPECT_FALSE(falling({2, 1, 1}));
}

}  // namespace
}  // namespace graze
