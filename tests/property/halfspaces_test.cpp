// Two half-spaces: they have no common point only when their normals are exactly opposite.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/property/distances.h"
#include "tests/property/primitives.h"

namespace graze::property {
namespace {

TEST(HalfSpaces, MeetUnlessOppositeAndApart) {
  const Body below = body_at(make_halfspace({0, 0, 2}, 2), {});  // z <= 1
  const double over = std::nextafter(1.0, 2.0);
  const auto above = [](double z) { return body_at(make_halfspace({0, 0, -1}, -z), {}); };
  EXPECT_TRUE(collide(below, above(0.5)).yes());
  EXPECT_TRUE(collide(below, above(1)).yes());
  EXPECT_TRUE(collide(below, above(over)).no());
  EXPECT_TRUE(collide(above(over), below).no());
  EXPECT_TRUE(collide(below, body_at(make_halfspace({0x1p-60, 0, -1}, -1e9), {})).yes());
  EXPECT_TRUE(collide(below, below).yes());
  EXPECT_TRUE(collide(below, body_at(make_halfspace({1, 2, 3}, -7), {4, 5, 6})).yes());
  EXPECT_EQ(collide(below, above(1), {.all = true}).pairs.size(), 1u);

  const DistanceResult gap = find_distance(below, above(4));
  EXPECT_EQ(gap.distance, 3);
  EXPECT_EQ(gap.normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(gap.point_a.z, 1);
  EXPECT_EQ(gap.point_b.z, 4);
  EXPECT_TRUE(same_answer(find_distance(above(4), below), mirrored(gap)));
  EXPECT_TRUE(within(below, above(4), 3).yes());
  EXPECT_TRUE(within(below, above(4), std::nextafter(3.0, 0.0)).no());
  EXPECT_TRUE(find_distance(below, above(4), {.max = 2}).beyond);
  EXPECT_EQ(within(below, above(4), -1).status, Status::invalid);
  EXPECT_EQ(collide(below, body_at(make_halfspace({0, 0, 1e-100}, 0), {})).status, Status::out_of_range);
}

// Margins shift the planes: z <= 1 + 2 and z >= 8 - 3.
TEST(HalfSpaces, OfAMarginAreShifted) {
  const Body below = body_at(with_margin(make_halfspace({0, 0, 2}, 2), 2), {});
  const auto above = [](double z, double margin) {
    const Shape shape = make_halfspace({0, 0, -1}, -z);
    return body_at(margin > 0 ? with_margin(shape, margin) : shape, {});
  };
  EXPECT_TRUE(collide(below, above(8, 3)).no());
  EXPECT_TRUE(collide(below, above(6, 3)).yes());
  EXPECT_TRUE(collide(below, above(std::nextafter(6.0, 7.0), 3)).no());
  const DistanceResult gap = find_distance(below, above(8, 3));
  EXPECT_EQ(gap.distance, 2);
  EXPECT_EQ(gap.point_a.z, 3);
  EXPECT_EQ(gap.point_b.z, 5);
  EXPECT_TRUE(same_answer(find_distance(above(8, 3), below), mirrored(gap)));
  EXPECT_TRUE(within(below, above(8, 3), 2).yes());
  EXPECT_TRUE(within(below, above(8, 3), std::nextafter(2.0, 0.0)).no());
  EXPECT_EQ(find_distance(below, above(5, 3)).point_a.z, 2.6);
  EXPECT_EQ(classify(below, above(6, 3)).answer, PairClass::touching);
  EXPECT_EQ(classify(below, above(8, 3)).answer, PairClass::clear);
  EXPECT_EQ(classify(below, above(5.5, 3)).answer, PairClass::overlapping);
  EXPECT_EQ(classify(below, above(5.5, 3), {.tolerance = 0.5}).answer, PairClass::overlapping);  // no depth is known
  const auto lower = [](double z, double margin) {
    const Shape shape = make_halfspace({0, 0, 1}, z);
    return body_at(margin > 0 ? with_margin(shape, margin) : shape, {});
  };
  EXPECT_EQ(classify(below, lower(3, 0)).answer, PairClass::equal);
  EXPECT_EQ(classify(below, lower(-1, 4)).answer, PairClass::equal);
  EXPECT_EQ(classify(below, lower(0, 4)).answer, PairClass::enclosed);
  EXPECT_EQ(classify(below, lower(0, 2)).answer, PairClass::encloses);
  EXPECT_EQ(classify(lower(0, 2), lower(std::nextafter(2.0, 3.0), 0)).answer, PairClass::enclosed);
}

bool in_halfspace(const Body& plane, Vec3 normal, double offset, Vec3 p, double reach) {
  return near_halfspace(plane, normal, offset, p, reach);
}

// Under poses without rounding, so that opposite normals stay opposite.
TEST(HalfSpaces, AgreeWithTheirPoints) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    std::uint64_t hits = 0, cases = oracle::scaled(3000), opposite = 0;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    for (std::uint64_t i = 0; i < cases; ++i) {
      Vec3 n = dice.grid(-3, 3);
      if (n == Vec3{}) n = {0, 0, 1};
      const Mat3 linear = random_linear(dice, PoseKind::aligned, dice.pick({0.5, 1.0, 2.0}));
      const bool turned = dice.chance(4);
      const Vec3 m = turned ? dice.grid(1, 3) : n * -double(dice.integer(1, 3));
      const double d = dice.integer(-4, 4), e = dice.integer(-4, 4);
      const Body a{make_halfspace(n, d), {linear, dice.grid(-3, 3)}},
          b{make_halfspace(m, e), {linear, dice.grid(-3, 3)}};
      const CollideResult found = collide(a, b);
      ASSERT_EQ(found.status, Status::ok);
      hits += found.yes();
      opposite += !turned;
      const DistanceResult gap = find_distance(a, b);
      ASSERT_EQ(gap.distance == 0, found.yes());
      ASSERT_TRUE(same_answer(find_distance(b, a), mirrored(gap)));
      ASSERT_EQ(within(a, b, 0).yes(), found.yes());
      ASSERT_EQ(collide(b, a).yes(), found.yes());
      // The points named are on both, and in a gap nothing between them is.
      ASSERT_TRUE(in_halfspace(a, n, d, gap.point_a, gap.point_bound));
      ASSERT_TRUE(in_halfspace(b, m, e, gap.point_b, gap.point_bound));
      if (found.yes()) continue;
      ASSERT_FALSE(in_halfspace(b, m, e, gap.point_a, gap.lower / 2));
      ASSERT_FALSE(in_halfspace(a, n, d, gap.point_b, gap.lower / 2));
      ASSERT_TRUE(within(a, b, gap.upper).yes());
      ASSERT_TRUE(within(a, b, std::nextafter(gap.lower, 0.0)).no());
    }
    EXPECT_GT(opposite, cases / 2);
    EXPECT_GT(hits, cases * 3 / 10);
    EXPECT_LT(hits, cases * 8 / 10);
  }
}

}  // namespace
}  // namespace graze::property
