#include "tests/property/spins.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(Spins, BracketsHoldWhatDistancesAndSpeedsTell) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::uint64_t unproven = 0;
    const std::uint64_t count = oracle::scaled(300);
    const Tally tally = check_spins(seed, count, unproven);
    tally.print("moves with spin");
    std::printf("  %llu without a proof of contact\n", static_cast<unsigned long long>(unproven));
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (count < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.2);
    EXPECT_LT(tally.total().rate(), 0.9);
    EXPECT_LE(unproven, count / 20);
  }
}

TEST(Spins, TheOtherKindsAreCasesOfThem) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_spin_kinds(seed, oracle::scaled(200));
    tally.print("spins that are other motions");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.1);
    EXPECT_LT(tally.total().rate(), 0.9);
  }
}

}  // namespace
}  // namespace graze::property
