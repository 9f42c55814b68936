#include <gtest/gtest.h>

#include <cmath>

#include "tests/property/tracking.h"

namespace graze {
namespace {

TEST(Tracking, BracketsTheTrueDistance) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::fresh_seed()}) {
    const property::Tally tally = property::check_tracking(seed, oracle::scaled(2000), 30);
    tally.print("tracking");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 200) continue;
    EXPECT_GT(tally.kinds.at("apart, cold").rate(), 0.99);
    EXPECT_GT(tally.kinds.at("apart, warm").rate(), 0.99);
    EXPECT_GT(tally.kinds.at("apart, from anywhere").rate(), 0.98);
    EXPECT_GT(tally.kinds.at("meeting, cold").cases, tally.total().cases / 20);
  }
}

}  // namespace
}  // namespace graze
