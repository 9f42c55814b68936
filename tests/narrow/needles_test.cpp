// Hulls as thin as needles and sheets: depths do not say more than the exact yes or no does, and no search ends the
// program.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "graze/graze.h"
#include "graze/penetration.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

Shape thin_hull(oracle::Dice& dice, int points) {
  Vec3 size{1, 1, 1};
  const int flat = dice.integer(1, 2);
  for (int i = 0; i < flat; ++i) size[dice.integer(0, 2)] = std::pow(10.0, dice.uniform(-10, -6));
  std::vector<Vec3> corners;
  for (int i = 0; i < points; ++i) {
    const Vec3 p = dice.chance(2) ? dice.grid(-2, 2) : dice.in_cube(1);
    corners.push_back({p.x * size.x, p.y * size.y, p.z * size.z});
  }
  return make_convex(corners);
}

TEST(Needles, DepthsAgreeWithYesAndNo) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  const auto rounds = int(oracle::scaled(20000));
  int meets = 0, apart = 0;
  for (int round = 0; round < rounds; ++round) {
    const int count_a = dice.pick({5, 9, 14, 60, 99}), count_b = dice.pick({5, 9, 14, 60});
    const Body a{thin_hull(dice, count_a), make_pose(dice.in_cube(1e-6), dice.rotation())};
    const Body b{thin_hull(dice, count_b), dice.chance(2)
                                               ? make_pose(dice.in_cube(1e-6), dice.rotation())
                                               : make_pose(a.pose.translation + dice.in_cube(1e-7), dice.rotation())};
    const bool meet = collide(a, b).yes();
    const PenetrationResult found = find_penetration(a, b);
    ASSERT_EQ(found.status, Status::ok) << round;
    EXPECT_LE(found.lower, found.depth) << round;
    if (!meet) {
      EXPECT_EQ(found.lower, 0) << "round " << round << " depth " << found.depth;
      EXPECT_EQ(found.depth, 0) << "round " << round;
    }
    ++(meet ? meets : apart);
  }
  std::printf("seed %llu: %d rounds, %d meet, %d apart\n", static_cast<unsigned long long>(seed), rounds, meets, apart);
  EXPECT_GT(meets, rounds / 5);
  EXPECT_GT(apart, rounds / 50);
}

}  // namespace
}  // namespace graze
