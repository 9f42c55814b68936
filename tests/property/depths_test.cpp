#include "tests/property/depths.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(Depth, OfEveryKindOfBodies) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::fresh_seed()}) {
    const Tally tally = check_depths(seed, oracle::scaled(2));
    tally.print("depths");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.2);
  }
}

}  // namespace
}  // namespace graze::property
