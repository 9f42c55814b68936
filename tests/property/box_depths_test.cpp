#include "tests/property/box_depths.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(BoxDepths, AreThoseOfConvexBodiesAndNoWider) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_box_depths(seed, oracle::scaled(20000));
    tally.print("depths of boxes");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 1000) continue;
    for (const auto& [kind, counted] : tally.kinds)
      EXPECT_GT(counted.rate(), kind == "nearly parallel" ? 0.2 : 0.4) << kind;
  }
}

}  // namespace
}  // namespace graze::property
