#include "tests/property/classes.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

void expect_right(const Tally& tally, const char* title) {
  tally.print(title);
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 100) return;
  EXPECT_GT(tally.total().rate(), 0.3);
  EXPECT_LT(tally.total().rate(), 0.95);
}

TEST(Classes, OfAlignedSolidsAreThoseOfTheOracle) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()})
    expect_right(check_classes(seed, oracle::scaled(200), aligned_pair), "classes of aligned solids");
}

// Case 158: what a triangle has in common with those of the other solid is points only, each found twice.
TEST(Classes, OfASolidThatTouchesAnotherFromWithinAtPoints) {
  expect_right(check_classes(7247836844752907677u, 160, aligned_pair), "classes of aligned solids");
}

TEST(Classes, OfAnySolidsAreThoseOfTheOracle) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()})
    expect_right(check_classes(seed, oracle::scaled(300), random_pair), "classes of any solids");
}

TEST(Points, AreWhereTheOracleSays) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()})
    expect_right(check_points(seed, oracle::scaled(20), 10), "points");
}

}  // namespace
}  // namespace graze::property
