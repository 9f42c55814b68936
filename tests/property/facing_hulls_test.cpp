#include "tests/property/facing_hulls.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(FacingHulls, AreToldAsTheExactPredicateTellsThem) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_facing_hulls(seed, oracle::scaled(2000));
    tally.print("facing hulls");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 1000) continue;
    EXPECT_GT(tally.kinds.at("anyhow").rate(), 0.95);
    EXPECT_GT(tally.total().rate(), 0.6);
  }
}

}  // namespace
}  // namespace graze::property
