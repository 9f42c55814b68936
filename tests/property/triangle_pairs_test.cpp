#include "tests/property/triangle_pairs.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

void run(std::uint64_t seed, std::uint64_t count) {
  const Tally tally = check_triangle_pairs(seed, count);
  tally.print("triangle pairs");
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (count < 9000) return;
  EXPECT_GT(tally.total().rate(), 0.2);
  EXPECT_LT(tally.total().rate(), 0.8);
  for (const auto& [kind, counts] : tally.kinds) {
    EXPECT_GT(counts.rate(), 0.1) << kind;
    EXPECT_LT(counts.rate(), 0.9) << kind;
  }
}

TEST(TrianglePairs, AgreeWithTheOracleOnTheFixedSeed) { run(oracle::fixed_seed, oracle::scaled(216000)); }
TEST(TrianglePairs, AgreeWithTheOracleOnAFreshSeed) { run(oracle::fresh_seed(), oracle::scaled(54000)); }

}  // namespace
}  // namespace graze::property
