// Farthest points of cylinders and cones along directions that are nearly those of their axes.
#define GRAZE_LANES 1
#pragma GCC diagnostic ignored "-Wunused-function"
#include "convex/isa/core.inl"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/oracle/dice.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

// Squares of components below 2^-511 lose digits, and below 2^-537 all of them. The point found is on the rim, on the
// side of the direction.
TEST(AxisSupport, IsOnTheRimHoweverNearTheAxis) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    int tiny = 0;
    for (int i = 0; i < 20000; ++i) {
      const double radius = dice.uniform(0.1, 3), half = dice.uniform(0.1, 3), angle = dice.uniform(0, 6.28);
      const double small = std::pow(2.0, dice.chance(4) ? dice.uniform(-1060, -1) : dice.uniform(-560, -490));
      const Point along{small * std::cos(angle), small * std::sin(angle), dice.chance(2) ? 1.0 : -1.0};
      const bool cone = dice.chance(2);
      const Support support = cone ? support_of_cone(radius, half, {}) : support_of_cylinder(radius, half, {});
      Core core;
      (void)begin<false>(core, support);
      place<false>(core, support, set4(0, 0, 0, 0), 1, false);
      double at[4];
      curved_support(core, along.x, along.y, along.z).store(at);
      if (cone && at[2] == half) {
        ASSERT_EQ(at[0], 0);
        ASSERT_EQ(at[1], 0);
        continue;
      }
      ASSERT_NEAR(std::hypot(at[0], at[1]), radius, 1e-14 * radius) << "seed " << seed << ", case " << i;
      const double cosine = (at[0] * (along.x / small) + at[1] * (along.y / small)) / radius;
      if (small > 0x1p-1000) {  // below, the components have few digits themselves
        ASSERT_NEAR(cosine, 1, 1e-12) << "seed " << seed << ", case " << i;
      }
      tiny += small < 0x1p-500;
    }
    EXPECT_GT(tiny, 5000) << "seed " << seed;
  }
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
