#include "tests/property/primitives.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

void expect_right(const Tally& tally) {
  tally.print("primitives");
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 600) return;
  for (const auto& [kind, counts] : tally.kinds) {
    EXPECT_GT(counts.rate(), 0.3) << kind;
    EXPECT_LT(counts.rate(), 0.7) << kind;
  }
}

TEST(Primitives, EqualRationalArithmeticOnSmallMeshes) {
  expect_right(check_primitives(oracle::fixed_seed, oracle::scaled(9000), 12));
  expect_right(check_primitives(oracle::fresh_seed(), oracle::scaled(3000), 12));
}

}  // namespace
}  // namespace graze::property
