#include "math/norms.h"

#include <gtest/gtest.h>

namespace graze {
namespace {

TEST(Norms, TakeSignsAsTheySay) {
  EXPECT_EQ(largest(Vec3{1, -3, 2}), 3);
  EXPECT_EQ(max_component({1, -3, 2}), 2);
  EXPECT_EQ(max_component({-1, -3, -2}), -1);
  EXPECT_EQ(sum_abs({1, -3, 2}), 6);
  EXPECT_EQ(largest(Box{{-5, 0, 0}, {1, 2, 3}}), 5);
  EXPECT_EQ(largest(Triangle{{1, 0, 0}, {0, -7, 0}, {0, 0, 6}}), 7);
}

}  // namespace
}  // namespace graze
