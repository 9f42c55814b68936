#include "tests/property/consistent.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(Consistent, AllVerbsAgreeAboutOnePair) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    ConsistentCounts counts;
    const Tally tally = check_consistent(seed, oracle::scaled(600), counts);
    tally.print("consistent verbs");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 300) continue;
    EXPECT_GT(tally.total().rate(), 0.3);
    EXPECT_LT(tally.total().rate(), 0.9);
  }
}

TEST(Consistent, IllConditionedMapsAreOfEveryCondition) {
  oracle::Dice dice(oracle::fixed_seed);
  int decades[4] = {}, singular = 0;
  constexpr int count = 4000;
  for (int i = 0; i < count; ++i) {
    const Mat3 m = ill_conditioned(dice, 1);
    if (fault(Pose{m, {}}) != PoseFault::none) {
      ++singular;
      continue;
    }
    const double condition = condition_of(m);
    ++decades[condition < 1e4 ? 0 : condition < 1e8 ? 1 : condition < 1e12 ? 2 : 3];
  }
  EXPECT_LT(singular, count / 50);
  for (const int part : decades) EXPECT_GT(part, count / 10);
}

}  // namespace
}  // namespace graze::property
