#include "tests/property/quick_moves.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(QuickMoves, AgreeWithTheSearch) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::uint64_t unsure = 0;
    const std::uint64_t count = oracle::scaled(4000);
    const Tally tally = check_quick_moves(seed, count, unsure);
    tally.print("quick moves against the search");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (count < 1000) continue;
    EXPECT_GT(tally.total().rate(), 0.3);
    EXPECT_LT(tally.total().rate(), 0.8);
    // Those of the lattice that graze, and little else.
    EXPECT_LT(unsure, tally.total().cases / 8) << unsure;
  }
}

TEST(QuickMoves, BracketsHoldTheExactTime) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::uint64_t unsure = 0;
    const std::uint64_t count = oracle::scaled(200);
    const Tally tally = check_quick_times(seed, count, unsure);
    tally.print("quick moves against exact times");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (count < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.25);
    EXPECT_LT(tally.total().rate(), 0.85);
    EXPECT_LT(unsure, tally.total().cases / 50) << unsure;
  }
}

}  // namespace
}  // namespace graze::property
