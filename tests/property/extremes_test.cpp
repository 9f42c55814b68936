#include "tests/property/extremes.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(Extremes, MeshPairsEqualTheOracle) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_extreme_pairs(seed, oracle::thinned(1500));
    tally.print("extreme mesh pairs");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 300) continue;
    for (const char* kind : {"tiny", "huge", "middle"}) {
      EXPECT_GT(tally.kinds.at(kind).rate(), 0.1) << kind;
      EXPECT_LT(tally.kinds.at(kind).rate(), 0.9) << kind;
    }
    EXPECT_GT(tally.kinds.at("out of range").cases, tally.total().cases / 150);
  }
}

TEST(Extremes, RaysEqualTheOracle) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_rays(seed, oracle::scaled(6000), extreme_ray_body);
    tally.print("extreme rays");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 6000) continue;
    for (const oracle::RayKind kind : oracle::ray_kinds)
      EXPECT_GT(tally.kinds.at(name(kind)).rate(), 0.1) << name(kind);
  }
}

}  // namespace
}  // namespace graze::property
