#include "tree/turn_boxes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/oracle/dice.h"

namespace graze {
namespace {

double off(const Mat3& a, const Mat3& b) {
  double most = 0;
  for (int k = 0; k < 3; ++k) most = std::max(most, length(a[k] - b[k]));
  return most;
}

TEST(CommonTurn, IsFoundOfPointsInSpaceAndInAPlane) {
  oracle::Dice dice(oracle::fixed_seed);
  for (int round = 0; round < 300; ++round) {
    const bool flat = round % 3 == 0;
    const Mat3 turn = to_matrix(dice.rotation());
    const Vec3 shift = dice.in_cube(1e3);
    std::vector<Vec3> from, to;
    for (int i = 0; i < 50; ++i) {
      from.push_back(dice.in_cube(1));
      if (flat) from.back().z = 0;
      to.push_back(turn * from.back() + shift + dice.in_cube(1e-9));
    }
    const auto found = common_turn(from, to);
    ASSERT_TRUE(found) << round;
    EXPECT_LT(off(*found, turn), 1e-8) << round;
  }
}

TEST(CommonTurn, IsNoneWhenItExplainsLittle) {
  oracle::Dice dice(oracle::fixed_seed);
  std::vector<Vec3> from, to;
  for (int i = 0; i < 500; ++i) {
    from.push_back(dice.in_cube(1));
    to.push_back(from.back() + dice.in_cube(0.1));
  }
  EXPECT_FALSE(common_turn(from, to));
  EXPECT_FALSE(common_turn(from, from));
  to[7].x = std::numeric_limits<double>::max();
  to[8].x = -std::numeric_limits<double>::max();
  EXPECT_FALSE(common_turn(from, to));
}

}  // namespace
}  // namespace graze
