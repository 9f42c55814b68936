#include <gtest/gtest.h>

#include "tests/property/convex_pairs.h"
#include "tests/property/round_pairs.h"

namespace graze::property {
namespace {

void expect_right(const Tally& tally, const char* title) {
  tally.print(title);
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 200) return;
  EXPECT_GT(tally.total().rate(), 0.2);
  EXPECT_LT(tally.total().rate(), 0.8);
}

TEST(ConvexPairs, AreInTheirBrackets) {
  expect_right(check_convex_pairs(oracle::fixed_seed, oracle::scaled(2000)), "convex pairs");
  expect_right(check_convex_pairs(oracle::run_seed(), oracle::scaled(1000)), "convex pairs");
}

TEST(ConvexPairs, OfRoundBodiesAboutOneAxisEndToo) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_round_pairs(seed, oracle::scaled(40));
    tally.print("round pairs");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 40) continue;
    EXPECT_GT(tally.total().rate(), 0.5);
    // So few of a fresh seed may all meet.
    if (seed == oracle::fixed_seed) {
      EXPECT_LT(tally.total().rate(), 0.99);
    }
  }
}

TEST(ConvexPairs, AgreeWithBruteForceOverFeatures) {
  expect_right(check_exact_convex_pairs(oracle::fixed_seed, oracle::scaled(600)), "exact convex pairs");
  expect_right(check_exact_convex_pairs(oracle::run_seed(), oracle::scaled(300)), "exact convex pairs");
}

}  // namespace
}  // namespace graze::property
