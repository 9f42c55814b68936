#include "tests/property/worlds.h"

#include <gtest/gtest.h>

#include "tests/property/crowds.h"

namespace graze::property {
namespace {

void expect_agreement(const Tally& tally) {
  tally.print("worlds");
  EXPECT_FALSE(tally.failed()) << tally.failure << ", seed " << tally.seed;
  EXPECT_GT(tally.total().rate(), 0.01);
  EXPECT_LT(tally.total().rate(), 0.6);
}

TEST(Worlds, StepsTellWhatQueriesSayFixedSeed) {
  expect_agreement(check_worlds(oracle::fixed_seed, oracle::scaled(12), 20));
}
TEST(Worlds, StepsTellWhatQueriesSay) { expect_agreement(check_worlds(oracle::run_seed(), oracle::scaled(12), 20)); }

TEST(Crowds, NothingDependsOnThreadsOrderOrWay) {
  const Tally tally = check_crowds(oracle::run_seed(), 5, 3, std::uint32_t(oracle::scaled(1500)));
  tally.print("crowds");
  EXPECT_FALSE(tally.failed()) << tally.failure << ", seed " << tally.seed;
  EXPECT_GT(tally.total().rate(), 0.05);
  EXPECT_LT(tally.total().rate(), 0.95);
}

}  // namespace
}  // namespace graze::property
