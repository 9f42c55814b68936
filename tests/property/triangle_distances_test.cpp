#include "tests/property/triangle_distances.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

void run(std::uint64_t seed, std::uint64_t count) {
  WithinTally within;
  const Tally tally = check_triangle_distances(seed, count, within);
  tally.print("triangle distances (hits: apart)");
  std::printf("  within: %llu yes, %llu no, %llu ties\n", static_cast<unsigned long long>(within.yes),
              static_cast<unsigned long long>(within.no), static_cast<unsigned long long>(within.ties));
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (count < 4000) return;
  EXPECT_GT(tally.total().rate(), 0.6);
  EXPECT_LT(tally.total().rate(), 0.95);
  for (const auto& [kind, counts] : tally.kinds) EXPECT_GT(counts.rate(), 0.3) << kind;
  EXPECT_GT(within.yes, within.no / 3);
  EXPECT_GT(within.no, within.yes / 3);
  EXPECT_GT(within.ties, count / 50);
}

TEST(TriangleDistances, AgreeWithTheOracleOnTheFixedSeed) { run(oracle::fixed_seed, oracle::scaled(8000)); }
TEST(TriangleDistances, AgreeWithTheOracleOnAFreshSeed) { run(oracle::fresh_seed(), oracle::scaled(4000)); }

}  // namespace
}  // namespace graze::property
