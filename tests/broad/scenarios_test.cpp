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
  const Tally tally = check_broad(oracle::run_seed(), oracle::scaled(66), 60, 80);
  tally.print("broad phases");
  expect_agreement(tally);
}

TEST(BroadPhase, GivesThePairsOfPlainLoopsForManyBoxes) {
  const Tally tally = check_broad(oracle::run_seed(), oracle::scaled(11), 12, 1000);
  tally.print("broad phases, many boxes");
  expect_agreement(tally);
}

TEST(BroadPhase, GivesTheSamePairsInThreads) {
  const Tally tally = check_broad(oracle::run_seed(), oracle::scaled(11), 8, 800, 4);
  tally.print("broad phases, four threads");
  expect_agreement(tally);
}

// One box that overlaps more than any sort by comparisons is meant for, and is neither the first nor the last.
TEST(BroadPhase, AGroundUnderThousands) {
  oracle::Dice dice(oracle::run_seed());
  constexpr std::uint32_t count = 3000, ground = 700;
  PlainBoxes plain;
  for (std::uint32_t id = 0; id < count; ++id) {
    const Vec3 at{dice.uniform(0, 300), dice.uniform(0, 300), 0.5};
    plain.put(id, id == ground ? Box{{0, 0, 0}, {301, 301, 1}} : Box{at, at + Vec3{1, 1, 1}});
  }
  const std::vector<IdPair> expected = plain.pairs();
  EXPECT_GT(expected.size(), count);
  for (const BroadKind kind : broad_kinds) {
    BroadPhase phase(kind);
    for (std::uint32_t id = 0; id < count; ++id) ASSERT_EQ(phase.add(id, plain.boxes[id]), Status::ok);
    const BroadResult result = phase.step();
    EXPECT_TRUE(std::equal(result.pairs.begin(), result.pairs.end(), expected.begin(), expected.end())) << name(kind);
  }
}

}  // namespace
}  // namespace graze::property
