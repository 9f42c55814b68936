#include "tests/property/compound_solids.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(Compounds, AnswerAsTheirParts) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_compounds(seed, oracle::scaled(150));
    tally.print("compounds");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.15);
    EXPECT_LT(tally.total().rate(), 0.9);
  }
}

TEST(Compounds, AreTheUnionOfTheirParts) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_compound_solids(seed, oracle::scaled(120));
    tally.print("compounds of solids");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.3);
  }
}

TEST(PairCaches, ChangeNoAnswer) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_pair_caches(seed, oracle::scaled(1500));
    tally.print("caches of pairs");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.15);
    EXPECT_LT(tally.total().rate(), 0.9);
  }
}

// A pose that leaves the doubles on the way to one leaf is told, however far that leaf is from the other body.
TEST(Compounds, EveryLeafMustHaveAPose) {
  const Shape small = make_compound({{make_box({1, 1, 1}), make_pose({}, {}, {1e-200, 1e-200, 1e-200})},
                                     {make_box({1, 1, 1}), make_pose({100, 0, 0})}});
  const Body other{make_box({1, 1, 1}), make_pose({500, 0, 0})};
  const Body vanished{small, make_pose({}, {}, {1e-200, 1e-200, 1e-200})};
  EXPECT_EQ(collide(vanished, other).status, Status::out_of_range);
  EXPECT_EQ(find_distance(vanished, other).status, Status::out_of_range);
  EXPECT_EQ(within(vanished, other, 1).status, Status::out_of_range);
  EXPECT_EQ(collide({small, {}}, other).answer, Answer::no);
}

// Which parts a search comes to grows with their depth in the tree, not with their number.
TEST(Compounds, FewBoxesAreLookedAt) {
  std::vector<CompoundPart> parts;
  for (int x = 0; x < 20; ++x)
    for (int y = 0; y < 20; ++y)
      for (int z = 0; z < 20; ++z)
        parts.push_back({make_box({0.4, 0.4, 0.4}), make_pose({double(x), double(y), double(z)})});
  const Body a{make_compound(parts), {}}, b{a.shape, make_pose({19.7, 0.3, 0.3})};
  const CollideResult met = collide(a, b);
  EXPECT_TRUE(met.yes());
  EXPECT_LT(met.counters.box_tests, 1000u);
  const Body c{a.shape, make_pose({20.5, 0.3, 0.3})};
  const DistanceResult apart = find_distance(a, c);
  EXPECT_NEAR(apart.distance, 0.7, 1e-12);
  EXPECT_LT(apart.counters.box_tests, 50000u);
}

}  // namespace
}  // namespace graze::property
