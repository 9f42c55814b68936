#include "tests/property/depths.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(Depth, OfEveryKindOfBodies) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_depths(seed, oracle::scaled(2));
    tally.print("depths");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.2);
  }
}

TEST(Depth, OfRoundBodiesOnAxesIsExact) {
  const Body ball{make_sphere(1), {}}, other{make_sphere(0.5), make_pose({1.25, 0, 0})};
  const PenetrationResult balls = find_penetration(ball, other);
  EXPECT_EQ(balls.vector, (Vec3{-0.25, 0, 0}));
  EXPECT_NEAR(balls.lower, 0.25, 1e-12);
  EXPECT_EQ(find_penetration(ball, {make_sphere(0.5), make_pose({1.5, 0, 0})}).depth, 0);
  const Body floor{make_halfspace({0, 0, 1}, 0), {}};
  const PenetrationResult sunk = find_penetration({make_box({1, 1, 1}), make_pose({5, 6, 0.75})}, floor);
  EXPECT_EQ(sunk.vector, (Vec3{0, 0, 0.25}));
  EXPECT_EQ(find_penetration({make_box({1, 1, 1}), make_pose({5, 6, 1})}, floor).depth, 0);
}

}  // namespace
}  // namespace graze::property
