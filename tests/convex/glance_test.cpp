// The quick look of convex/isa/glance.inl against exact arithmetic, and where cores are curved against the search.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "convex/exact_gjk.h"
#include "convex/gjk.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

Pose turned(oracle::Dice& dice, Vec3 at) { return make_pose(at, dice.rotation()); }

// b moved along the direction in which the two are nearest, until the gap is about `gap`.
void bring_near(const Support& a, Support& b, double gap) {
  const ConvexDistance d = convex_distance(a, b);
  if (d.relation != Relation::separate) return;
  b.pose.translation = b.pose.translation - d.normal * (d.lower - gap);
}

double gap_of(oracle::Dice& dice) {
  return dice.chance(4)   ? dice.uniform(-1e-14, 1e-14)
         : dice.chance(3) ? dice.uniform(-1e-6, 1e-6)
                          : dice.uniform(-0.1, 0.1);
}

TEST(Glance, TellsPointsAsExactArithmeticDoes) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    const auto count = int(oracle::scaled(4000));
    int met = 0;
    for (int i = 0; i < count; ++i) {
      const bool even = dice.chance(4);
      const auto cloud = [&] {
        std::vector<Vec3> points;
        const int size = dice.chance(2)   ? dice.integer(1, 8)
                         : dice.chance(2) ? dice.integer(9, 32)
                                          : dice.integer(33, 90);
        for (int k = 0; k < size; ++k) points.push_back(even ? dice.grid(-2, 2) * 0.5 : dice.direction());
        return points;
      };
      const SupportTable table_a(cloud()), table_b(cloud());
      const Support a = support_of(table_a, even ? Pose{} : turned(dice, dice.in_cube(1)));
      Support b = support_of(table_b, even ? make_pose(dice.grid(-4, 4) * 0.5) : turned(dice, dice.direction() * 4));
      if (!even) bring_near(a, b, gap_of(dice));
      const Relation exact = exact_gjk(a, b, {1, 0, 0}).meet ? Relation::meet : Relation::separate;
      ASSERT_EQ(convex_meeting(a, b).relation, exact) << "seed " << seed << ", case " << i;
      ASSERT_EQ(convex_meeting(b, a).relation, exact) << "seed " << seed << ", case " << i << ", swapped";
      ASSERT_EQ(convex_meeting(a, b).steps, convex_meeting(b, a).steps) << "seed " << seed << ", case " << i;
      met += exact == Relation::meet;
    }
    std::printf("seed %llu: %d of %d met\n", static_cast<unsigned long long>(seed), met, count);
    if (count < 1000) continue;
    EXPECT_GT(met, count / 5);
    EXPECT_LT(met, count - count / 5);
  }
}

TEST(Glance, NeverContradictsTheSearchOfCurvedCores) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    const auto count = int(oracle::scaled(6000));
    int met = 0, apart = 0;
    for (int i = 0; i < count; ++i) {
      const auto any = [&](int kind, const Pose& pose) {
        const Vec3 e{dice.uniform(0.2, 1), dice.uniform(0.2, 1), dice.uniform(0.2, 1)};
        switch (kind) {
          case 0:
            return support_of_ellipsoid(e, pose);
          case 1:
            return support_of_cylinder(e.x, e.z, pose);
          case 2:
            return support_of_cone(e.x, e.z, pose);
          case 3:
            return support_of_capsule(e.x, e.z, pose);
          default:
            return support_of_box(e, pose);
        }
      };
      const bool aligned = dice.chance(5);
      Pose pose_a = aligned ? Pose{} : turned(dice, dice.in_cube(1));
      if (dice.chance(4)) pose_a.linear.c0 = pose_a.linear.c0 * 1.5 + pose_a.linear.c1 * 0.25;
      const Support a = any(dice.integer(0, 3), pose_a);
      Support b = any(dice.integer(0, 4), aligned ? make_pose(dice.grid(-3, 3)) : turned(dice, dice.direction() * 5));
      bring_near(a, b, gap_of(dice));
      const Relation slow = convex_meeting(a, b).relation, quick = convex_meeting(a, b, nullptr, true).relation;
      if (slow != Relation::undecided) {
        ASSERT_EQ(quick, slow) << "seed " << seed << ", case " << i;
      }
      ASSERT_EQ(convex_meeting(b, a, nullptr, true).relation, quick) << "seed " << seed << ", case " << i;
      met += quick == Relation::meet;
      apart += quick == Relation::separate;
    }
    std::printf("seed %llu: %d of %d met, %d apart\n", static_cast<unsigned long long>(seed), met, count, apart);
    if (count < 1000) continue;
    EXPECT_GT(met, count / 5);
    EXPECT_GT(apart, count / 5);
  }
}

}  // namespace
}  // namespace graze
