// Posed bodies, boxes and points through every kind of tree.
#include <gtest/gtest.h>

#include "tests/property/bsp_pairs.h"

namespace graze::property {
using namespace study;
namespace {

void expect_balanced(const Tally& tally, const char* title, std::size_t kinds) {
  tally.print(title);
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 200) return;
  EXPECT_GT(tally.total().rate(), 0.3);
  EXPECT_LT(tally.total().rate(), 0.7);
  EXPECT_EQ(tally.kinds.size(), kinds);
  for (const auto& [kind, counts] : tally.kinds) EXPECT_GT(counts.hits, 0u) << kind;
}

TEST(BspPairs, EqualBruteForceAndTheDefaultTree) {
  expect_balanced(check_bsp_pairs(oracle::fixed_seed, oracle::thinned(8000), 24), "bsp pairs", pose_kinds.size());
  expect_balanced(check_bsp_pairs(oracle::run_seed(), oracle::thinned(4000), 24), "bsp pairs", pose_kinds.size());
}

TEST(BspPairs, OfLargerMeshesToo) {
  expect_balanced(check_bsp_pairs(oracle::run_seed(), oracle::scaled(200), 200), "bsp pairs", pose_kinds.size());
}

TEST(BspPairs, OfFlushCubesFarAwayDependOnRoundingOnly) {
  expect_balanced(check_bsp_flush(oracle::fixed_seed, oracle::scaled(1500)), "flush bsp pairs", 1);
}

TEST(BspPairs, OfSolidsSeeWhatIsWithin) {
  expect_balanced(check_bsp_solids(oracle::run_seed(), oracle::scaled(1000)), "bsp solids", pose_kinds.size());
}

TEST(BspBoxes, FindEveryTriangleThatMeetsTheBox) {
  expect_balanced(check_bsp_boxes(oracle::fixed_seed, oracle::scaled(8000), false), "bsp boxes", tree_kinds.size());
  expect_balanced(check_bsp_boxes(oracle::run_seed(), oracle::scaled(4000), false), "bsp boxes", tree_kinds.size());
}

TEST(BspBoxes, AtTheEndsOfTheDoubles) {
  expect_balanced(check_bsp_boxes(oracle::run_seed(), oracle::scaled(4000), true), "extreme bsp boxes",
                  tree_kinds.size());
}

TEST(BspInside, EqualsTheWindingNumber) {
  const std::uint64_t seed = oracle::run_seed();
  const Tally tally = check_bsp_inside(seed, oracle::scaled(400), 40);
  expect_balanced(tally, "bsp inside", 2);
  if (tally.total().cases < 200) return;
  // Cells decide most of the points; those near the surface are left to the exact test.
  EXPECT_GT(tally.kinds.at("cell").cases, tally.total().cases / 2);
}

}  // namespace
}  // namespace graze::property
