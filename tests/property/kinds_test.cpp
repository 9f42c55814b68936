#include "tests/property/kinds.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

void expect_right(const Tally& tally, const char* title, double least, double most) {
  tally.print(title);
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 600) return;
  EXPECT_GT(tally.total().rate(), least);
  EXPECT_LT(tally.total().rate(), most);
}

TEST(Kinds, AgreeWithTheirTessellations) {
  expect_right(check_kinds(oracle::fixed_seed, oracle::scaled(6)), "kinds", 0.25, 0.75);
  expect_right(check_kinds(oracle::fresh_seed(), oracle::scaled(3)), "kinds", 0.25, 0.75);
}

TEST(Kinds, HullsEqualRationalArithmetic) {
  expect_right(check_hulls(oracle::fixed_seed, oracle::scaled(2000)), "hulls", 0.3, 0.95);
  expect_right(check_hulls(oracle::fresh_seed(), oracle::scaled(1000)), "hulls", 0.3, 0.95);
}

}  // namespace
}  // namespace graze::property
