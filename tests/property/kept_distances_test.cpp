#include "tests/property/kept_distances.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(KeptDistances, AreProvenAndMirror) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_kept_distances(seed, oracle::scaled(300));
    tally.print("distances kept");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.5);
    EXPECT_LT(tally.total().rate(), 0.999);
  }
}

}  // namespace
}  // namespace graze::property
