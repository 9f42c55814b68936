// Spheres, capsules, segments and points in lanes say what the closed form in plain double says, to the last bit.
#include "narrow/pair/round_pair.h"

#include <gtest/gtest.h>

#include "narrow/body/so_far.h"
#include "narrow/pair/closed_gap.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/same.h"

namespace graze {
namespace {

using oracle::same;

Body random_round(oracle::Dice& dice) {
  const auto some = [&] { return dice.chance(3) ? dice.integer(1, 3) * 0.25 : dice.uniform(0.1, 1); };
  Body body;
  switch (dice.integer(0, 3)) {
    case 0:
      body.shape = make_sphere(some());
      break;
    case 1: {
      const double radius = some();
      body.shape = make_capsule(radius, dice.chance(6) ? 0 : some());
      break;
    }
    case 2:
      body.shape = make_segment(dice.grid(-1, 1), dice.grid(-1, 1) + Vec3{0, 0, 0.25 * dice.integer(0, 2)});
      break;
    default:
      body.shape = make_point();
      break;
  }
  if (dice.chance(4)) body.shape = with_margin(body.shape, some());
  const Vec3 at = dice.chance(2) ? dice.grid(-2, 2) : dice.in_cube(3);
  body.pose = dice.chance(4) ? make_pose(at) : make_pose(at, dice.rotation());
  if (dice.chance(12)) body.pose.linear.c0 = body.pose.linear.c0 * 2.0;
  if (dice.chance(12)) body.pose.linear = {body.pose.linear.c0 * -1.0, body.pose.linear.c1, body.pose.linear.c2};
  return body;
}

TEST(RoundPair, LanesSayWhatPlainDoublesSay) {
  for (const Isa isa : instruction_sets()) {
    const RoundKernels* const kernels = round_kernels(isa);
    if (kernels == nullptr) continue;
    oracle::Dice dice(oracle::fixed_seed);
    int brackets = 0, distances = 0, cases = 20000;
    for (int i = 0; i < cases; ++i) {
      const Body a = random_round(dice), b = random_round(dice);
      ClosedGap gap;
      const bool known = find_round_gap(a, b, gap);
      const RoundBody of_a = round_body(a), of_b = round_body(b);
      RoundBracket bracket;
      if (kernels->bracket(of_a.pose, of_a.ends, of_a.radius, of_b.pose, of_b.ends, of_b.radius, bracket)) {
        ++brackets;
        ASSERT_TRUE(known);
        ASSERT_EQ(bracket.lower, gap.lower);
        ASSERT_EQ(bracket.upper, gap.upper);
        ASSERT_EQ(of_a.radius + of_b.radius, gap.radius_a + gap.radius_b);
      }
      DistanceResult found = at_distance_0();
      const double max = dice.chance(4) ? 1 : 1e300;
      const DistanceResult whole =
          kernels->whole(of_a.pose, of_a.ends, of_a.radius, of_b.pose, of_b.ends, of_b.radius, max);
      const bool told =
          kernels->distance(of_a.pose, of_a.ends, of_a.radius, of_b.pose, of_b.ends, of_b.radius, max, found);
      ASSERT_EQ(whole.status, told ? Status::ok : Status::undecided);
      if (!told) continue;
      ++distances;
      ASSERT_EQ(whole.distance, found.distance);
      ASSERT_EQ(whole.bound, found.bound);
      ASSERT_EQ(whole.lower, found.lower);
      ASSERT_EQ(whole.upper, found.upper);
      ASSERT_EQ(whole.point_bound, found.point_bound);
      ASSERT_TRUE(same(whole.point_a, found.point_a));
      ASSERT_TRUE(same(whole.point_b, found.point_b));
      ASSERT_TRUE(same(whole.normal, found.normal));
      ASSERT_EQ(whole.feature_a, found.feature_a);
      ASSERT_EQ(whole.feature_b, found.feature_b);
      ASSERT_EQ(whole.beyond, found.beyond);
      ASSERT_EQ(whole.counters.double_tests, found.counters.double_tests);
      ASSERT_EQ(reaches(gap, 0), Known::no);
      const double apart = gap.gap - (gap.radius_a + gap.radius_b);
      ASSERT_LE(apart, max);
      ASSERT_EQ(found.distance, apart);
      ASSERT_TRUE(same(found.normal, gap.normal));
      ASSERT_TRUE(same(found.point_a, gap.point_a + gap.normal * gap.radius_a));
      ASSERT_TRUE(same(found.point_b, gap.point_b - gap.normal * gap.radius_b));
      ASSERT_EQ(found.feature_a, gap.feature_a);
      ASSERT_EQ(found.feature_b, gap.feature_b);
      ASSERT_LE(found.lower, found.distance);
      ASSERT_LE(found.distance, found.upper);
      ASSERT_LE(found.upper - found.lower, 1e-13 * gap.size + 1e-12 * found.bound);
    }
    EXPECT_GT(brackets, cases / 2) << name(isa);
    EXPECT_GT(distances, cases / 4) << name(isa);
  }
}

}  // namespace
}  // namespace graze
