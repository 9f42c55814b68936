#include "tests/property/flush_solids.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(FlushSolids, HaveTheCellsOfThePlainWay) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_flush_cells(seed, oracle::thinned(1000));
    tally.print("cells of flush solids");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.5);
    EXPECT_LT(tally.total().rate(), 0.98);
  }
}

TEST(FlushSolids, InAConvexOneAreSeenToBe) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_shells(seed, oracle::scaled(1000));
    tally.print("solids in convex ones");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.1);
    EXPECT_LT(tally.total().rate(), 0.9);
  }
}

// The class of each pair of the scene is known.
TEST(FlushSolids, OfTheSceneHaveTheirClasses) {
  for (const scenes::SolidPair& pair : scenes::solid_pairs()) {
    const ClassifyResult forth = classify(pair.a, pair.b, {.tolerance = pair.contact});
    EXPECT_EQ(forth.answer, pair.value) << pair.name;
    EXPECT_EQ(classify(pair.b, pair.a, {.tolerance = pair.contact}).answer == pair.value,
              pair.value != PairClass::enclosed)
        << pair.name;
  }
}

}  // namespace
}  // namespace graze::property
