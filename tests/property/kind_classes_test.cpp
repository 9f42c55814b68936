#include "tests/property/kind_classes.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

void expect_right_kinds(const Tally& tally, const char* title, double least, double most) {
  tally.print(title);
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 100) return;
  EXPECT_GT(tally.total().rate(), least);
  EXPECT_LT(tally.total().rate(), most);
}

TEST(KindClasses, OfCompoundsAreThoseOfTheOracle) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()})
    expect_right_kinds(check_compound_classes(seed, oracle::scaled(60), 10), "classes of compounds", 0.3, 0.95);
}

TEST(KindClasses, OfPlainBodiesAreThoseOfTheirNumbers) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()})
    expect_right_kinds(check_plain_classes(seed, oracle::scaled(2000)), "classes of plain bodies", 0.6, 0.98);
}

TEST(KindClasses, OfRoundBodiesAreThoseOfRationalDistances) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()})
    expect_right_kinds(check_round_classes(seed, oracle::scaled(1000)), "classes of round bodies", 0.4, 0.95);
}

// Hits are the pairs that were decided.
TEST(KindClasses, OfAnyTwoKindsAgreeWithTheirPoints) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()})
    expect_right_kinds(check_kind_classes(seed, oracle::scaled(2)), "classes of kinds", 0.8, 1.0);
}

}  // namespace
}  // namespace graze::property
