#include "tests/property/sweeps.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(Sweeps, AreNeverLateNorFar) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_sweeps(seed, oracle::scaled(1200));
    tally.print("sweeps");
    EXPECT_EQ(tally.failure, "");
    EXPECT_GT(tally.total().rate(), 0.3);
    EXPECT_LT(tally.total().rate(), 0.9);
  }
}

TEST(Sweeps, GoOnFromWhereTheyStopped) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_sweep_walks(seed, oracle::scaled(1600));
    tally.print("walks by sweeps");
    EXPECT_EQ(tally.failure, "");
    EXPECT_GT(tally.kinds.at("coherent").rate(), 0.1);
    EXPECT_GT(tally.kinds.at("degenerate").rate(), 0.1);
  }
}

TEST(Sweeps, SwitchesChangeNothing) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_sweep_switches(seed, oracle::scaled(500));
    tally.print("switches of sweeps");
    EXPECT_EQ(tally.failure, "");
    EXPECT_GT(tally.total().rate(), 0.05);
  }
}

}  // namespace
}  // namespace graze::property
