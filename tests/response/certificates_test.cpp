// Every tick's proof is accepted by a checker that shares nothing with the prover, and false ones are not.
#include <gtest/gtest.h>

#include "tests/property/simulations.h"

namespace graze {
namespace {

TEST(Certificates, AreAcceptedAndFalseOnesAreNot) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const property::Tally tally = property::check_certificates(seed, oracle::scaled(1500, 750), true);
    EXPECT_EQ(tally.failure, "") << "seed " << seed;
    EXPECT_GT(tally.total().cases, 100u);
    EXPECT_GT(tally.total().rate(), 0.2);
  }
}

}  // namespace
}  // namespace graze
