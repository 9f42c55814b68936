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

// Surfaces with slivers proved a depth of these, which are apart.
TEST(Needles, ApartHaveNoDepth) {
  const Body a{make_convex({{-2, -6.36514657300387e-10, 6.36514657300387e-10},
                            {1, 6.36514657300387e-10, -1.273029314600774e-09},
                            {-1, 6.36514657300387e-10, 1.273029314600774e-09},
                            {-2, -1.273029314600774e-09, 1.273029314600774e-09},
                            {-1, 1.273029314600774e-09, 0},
                            {1, -1.273029314600774e-09, -1.273029314600774e-09},
                            {1, 1.273029314600774e-09, 6.36514657300387e-10}}),
               {}};
  const Body b{make_convex({{1, -2.6114887927617863e-09, -2.6114887927617863e-09},
                            {-2, 0, -5.222977585523573e-09},
                            {0, 5.222977585523573e-09, 0},
                            {2, 5.222977585523573e-09, -2.6114887927617863e-09},
                            {-1, 5.222977585523573e-09, -5.222977585523573e-09},
                            {-2, 0, -2.6114887927617863e-09},
                            {0, 2.6114887927617863e-09, 2.6114887927617863e-09},
                            {1, -2.6114887927617863e-09, -5.222977585523573e-09}}),
               make_pose({-2, 0, 0})};
  EXPECT_TRUE(collide(a, b).no());
  EXPECT_EQ(find_penetration(a, b).depth, 0);
}

// And one of 2.456e-8 of these; by quadruple arithmetic over all normals it is 2.0397283e-8.
TEST(Needles, LowerBoundsAreBelowTheDepth) {
  const Body a{make_convex({{-2, -3.482502340429288e-08, 3.482502340429288e-08},
                            {-1, -3.482502340429288e-08, -6.965004680858576e-08},
                            {2, -6.965004680858576e-08, 0},
                            {1, -3.482502340429288e-08, -6.965004680858576e-08},
                            {2, 0, -3.482502340429288e-08},
                            {2, 0, 6.965004680858576e-08},
                            {-1, 6.965004680858576e-08, 6.965004680858576e-08}}),
               {}};
  const Body b{make_convex({{1, 2.8193993814537316e-09, 5.638798762907463e-09},
                            {2, -5.638798762907463e-09, 0},
                            {2, -2.8193993814537316e-09, 0},
                            {0, 2.8193993814537316e-09, 5.638798762907463e-09}}),
               make_pose({1, 0, 0})};
  const PenetrationResult found = find_penetration(a, b);
  EXPECT_LE(found.lower, 2.03973e-8);
  EXPECT_GE(found.depth, 2.03972e-8);
}

}  // namespace
}  // namespace graze
