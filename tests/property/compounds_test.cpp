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

// Hulls, boxes and compounds of them, with margins and without, apart, near and overlapping: what a cache remembers
// never asks for exact arithmetic that is not needed without it, and compounds begin with the leaves that told.
TEST(PairCaches, CostNoExactArithmetic) {
  oracle::Dice dice(oracle::fixed_seed);
  const auto hull = [&](int corners) {
    std::vector<Vec3> points;
    for (int i = 0; i < corners; ++i) points.push_back(dice.direction());
    return make_convex(points);
  };
  const auto grid = [&](double margin) {
    std::vector<CompoundPart> parts;
    for (int i = 0; i < 27; ++i)
      parts.push_back({with_margin(hull(12), margin),
                       make_pose({i % 3 - 1.0, i / 3 % 3 - 1.0, i / 9 - 1.0}, dice.rotation(), {0.4, 0.4, 0.4})});
    return make_compound(parts);
  };
  const std::vector<Shape> shapes{hull(8),
                                  with_margin(hull(20), 0.1),
                                  make_box({1, 0.7, 0.5}),
                                  with_margin(make_box({0.5, 0.6, 0.7}), 0.1),
                                  grid(0),
                                  grid(0.05)};
  for (const Shape& one : shapes)
    for (const Shape& other : shapes) {
      Counters cold, warm;
      const bool compound = one.form() == ShapeForm::compound || other.form() == ShapeForm::compound;
      for (int i = 0; i < 12; ++i) {
        const Body a{one, make_pose(dice.in_cube(1), dice.rotation())};
        Body b{other, make_pose(a.pose.translation + dice.direction() * 10, dice.rotation())};
        const DistanceResult apart = find_distance(a, b);
        b.pose.translation = b.pose.translation - apart.normal * (apart.distance + dice.pick({-0.05, 0.05, 0.15}));
        PairCache cache;
        for (int frame = 0; frame < 8; ++frame) {
          b.pose.translation = b.pose.translation + dice.in_cube(1e-3);
          const CollideResult met = collide(a, b), again = collide(a, b, {}, &cache);
          ASSERT_EQ(met.answer, again.answer);
          cold += met.counters;
          warm += again.counters;
          const WithinResult near = within(a, b, 0.1), near_again = within(a, b, 0.1, {}, &cache);
          ASSERT_EQ(near.answer, near_again.answer);
          if (frame == 0) continue;
          cold += near.counters;
          warm += near_again.counters;
        }
      }
      EXPECT_LE(warm.exact_tests, cold.exact_tests) << name(one.form()) << " and " << name(other.form());
      if (compound) {
        EXPECT_LT(2 * warm.box_tests, cold.box_tests) << name(one.form()) << " and " << name(other.form());
      }
    }
}

// Distances of boxes with margins are those of hulls of their corners, and name the same corners, edges and faces as
// without.
TEST(Margins, OfBoxesAreThoseOfHulls) {
  oracle::Dice dice(oracle::fixed_seed);
  int named = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 half{dice.uniform(0.2, 1), dice.uniform(0.2, 1), dice.uniform(0.2, 1)};
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k)
      corners.push_back({(k & 1 ? 1 : -1) * half.x, (k & 2 ? 1 : -1) * half.y, (k & 4 ? 1 : -1) * half.z});
    const Shape other = dice.chance(2) ? make_box({0.5, 0.3, 0.8}) : make_capsule(0.2, 0.5);
    const double margin = dice.uniform(0, 0.3);
    const Pose pose = make_pose(dice.in_cube(2), dice.rotation());
    const Body a{make_box(half), {}}, rounded{with_margin(a.shape, margin), {}},
        hull{with_margin(make_convex(corners), margin), {}}, b{other, pose};
    const DistanceResult plain = find_distance(a, b), found = find_distance(rounded, b), same = find_distance(hull, b);
    ASSERT_TRUE(found.ok() && same.ok() && plain.ok());
    EXPECT_LE(std::fabs(found.distance - same.distance), found.bound + same.bound);
    EXPECT_EQ(found.distance == 0, collide(rounded, b).yes());
    if (found.distance == 0) continue;
    EXPECT_LE(std::fabs(plain.distance - margin - found.distance), found.bound + plain.bound + 1e-15);
    EXPECT_LE(length(found.normal - plain.normal), 1e-6);
    named += int(found.feature_a == plain.feature_a && found.feature_b == plain.feature_b);
  }
  EXPECT_GT(named, 900);
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
