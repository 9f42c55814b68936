#include "tests/property/mesh_pairs.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

void expect_balanced(const Tally& tally, double low, double high) {
  tally.print("mesh pairs");
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 200) return;
  EXPECT_GT(tally.total().rate(), low);
  EXPECT_LT(tally.total().rate(), high);
  for (const auto& [kind, counts] : tally.kinds) EXPECT_GT(counts.hits, 0u) << kind;
}

TEST(MeshPairs, EqualTheOracleOverAllTrianglePairs) {
  expect_balanced(check_mesh_pairs(oracle::fixed_seed, oracle::scaled(1500), 30, true), 0.2, 0.8);
  expect_balanced(check_mesh_pairs(oracle::run_seed(), oracle::scaled(500), 30, true), 0.2, 0.8);
}

TEST(MeshPairs, EqualTheKernelOverAllTrianglePairsOfLargerMeshes) {
  expect_balanced(check_mesh_pairs(oracle::fixed_seed, oracle::scaled(400), 600, false), 0.2, 0.8);
  expect_balanced(check_mesh_pairs(oracle::run_seed(), oracle::scaled(200), 600, false), 0.2, 0.8);
}

TEST(MeshPairs, OfFlushCubesAreTheSameInBothOrders) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_flush_cubes(seed, oracle::scaled(600));
    tally.print("flush cubes");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 200) continue;
    EXPECT_EQ(tally.kinds.at("one pose").rate(), 1.0);
    EXPECT_GT(tally.kinds.at("two poses").rate(), 0.2);
    EXPECT_LT(tally.kinds.at("two poses").rate(), 0.95);
  }
}

TEST(MeshPairs, CutListsAreSubsetsAndSaySo) {
  const Body a{mesh_of(scenes::sphere(400)), {}};
  const Body b{mesh_of(scenes::sphere(400)), {{}, {0.5, 0.25, 0.125}}};
  const CollideResult whole = collide(a, b, {.all = true});
  ASSERT_GT(whole.pairs.size(), 20u);
  EXPECT_TRUE(whole.complete);
  for (const std::size_t limit : {std::size_t{1}, std::size_t{7}, whole.pairs.size() - 1}) {
    const CollideResult cut = collide(a, b, {.all = true, .max_results = limit});
    EXPECT_TRUE(cut.yes());
    EXPECT_FALSE(cut.complete);
    ASSERT_EQ(cut.pairs.size(), limit);
    EXPECT_TRUE(std::includes(whole.pairs.begin(), whole.pairs.end(), cut.pairs.begin(), cut.pairs.end()));
  }
  const CollideResult exactly = collide(a, b, {.all = true, .max_results = whole.pairs.size()});
  EXPECT_EQ(exactly.pairs, whole.pairs);
}

TEST(MeshPairs, CollectorGetsEveryPairOnceAndCanStop) {
  const Body a{mesh_of(scenes::torus(300)), {}};
  const Body b{mesh_of(scenes::torus(300)), {{}, {0.5, 0.25, 0.125}}};
  const CollideResult whole = collide(a, b, {.all = true});
  std::vector<TrianglePair> collected;
  const CollideResult result = collide(a, b, [&](TrianglePair pair) {
    collected.push_back(pair);
    return true;
  });
  EXPECT_TRUE(result.yes());
  EXPECT_TRUE(result.pairs.empty());
  std::sort(collected.begin(), collected.end());
  EXPECT_EQ(collected, whole.pairs);
  std::size_t calls = 0;
  EXPECT_TRUE(collide(a, b, [&](TrianglePair) { return ++calls < 3; }).yes());
  EXPECT_EQ(calls, 3u);
}

}  // namespace
}  // namespace graze::property
