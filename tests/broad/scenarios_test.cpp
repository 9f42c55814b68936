// Every kind of broad phase gives the pairs of plain loops. ./dev soak runs 1,000 scenarios of 200 steps.
#include <gtest/gtest.h>

#include "tests/property/broad.h"

namespace graze::property {
namespace {

void expect_agreement(const Tally& tally) {
  EXPECT_FALSE(tally.failed()) << "seed " << tally.seed << ": " << tally.failure;
  // Not of each layout: a scenario of no boxes never changes.
  EXPECT_GT(tally.total().rate(), 0.4) << "seed " << tally.seed;
}

TEST(BroadPhase, GivesThePairsOfPlainLoopsForAFixedSeed) {
  expect_agreement(check_broad(oracle::fixed_seed, oracle::scaled(66), 60, 80));
}

TEST(BroadPhase, GivesThePairsOfPlainLoopsForAFreshSeed) {
  const Tally tally = check_broad(oracle::fresh_seed(), oracle::scaled(66), 60, 80);
  tally.print("broad phases");
  expect_agreement(tally);
}

TEST(BroadPhase, GivesThePairsOfPlainLoopsForManyBoxes) {
  const Tally tally = check_broad(oracle::fresh_seed(), oracle::scaled(11), 12, 1000);
  tally.print("broad phases, many boxes");
  expect_agreement(tally);
}

TEST(BroadPhase, GivesTheSamePairsInThreads) {
  const Tally tally = check_broad(oracle::fresh_seed(), oracle::scaled(11), 8, 800, 4);
  tally.print("broad phases, four threads");
  expect_agreement(tally);
}

}  // namespace
}  // namespace graze::property
