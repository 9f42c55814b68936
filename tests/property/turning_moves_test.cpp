#include "tests/property/turning_moves.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace graze::property {
namespace {

TEST(TurningMoves, AgreeWithTheSearch) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::uint64_t unsure = 0;
    TurningWidths widths;
    const std::uint64_t count = oracle::scaled(2000);
    const Tally tally = check_turning_moves(seed, count, unsure, widths);
    tally.print("turning moves against the search");
    std::printf("%llu proven by both, %llu narrower, %llu wider, mean width %.3g and %.3g, %llu unsure\n",
                static_cast<unsigned long long>(widths.hits), static_cast<unsigned long long>(widths.narrower),
                static_cast<unsigned long long>(widths.wider), widths.sum / double(widths.hits),
                widths.sum_search / double(widths.hits), static_cast<unsigned long long>(unsure));
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (count < 1000) continue;
    EXPECT_GT(tally.total().rate(), 0.2);
    EXPECT_LT(tally.total().rate(), 0.8);
    EXPECT_LT(unsure, tally.total().cases / 20) << unsure;
  }
}

TEST(TurningMoves, BracketsHoldTheExactTime) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::uint64_t unsure = 0;
    const std::uint64_t count = oracle::scaled(200);
    const Tally tally = check_turning_times(seed, count, unsure);
    tally.print("turning moves against exact times");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (count < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.2);
    EXPECT_LT(tally.total().rate(), 0.9);
    EXPECT_LT(unsure, tally.total().cases / 20) << unsure;
  }
}

}  // namespace
}  // namespace graze::property
