#include "tests/property/manifolds.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

void expect_agreed(const Tally& tally, const char* title, double least) {
  tally.print(title);
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 200) return;
  EXPECT_GT(tally.total().rate(), least);
}

TEST(Manifolds, OfBoxesMeetTheRules) {
  expect_agreed(check_manifolds(oracle::fixed_seed, oracle::scaled(6000), true), "manifolds of boxes", 0.4);
  expect_agreed(check_manifolds(oracle::run_seed(), oracle::scaled(2000), true), "manifolds of boxes", 0.3);
}

TEST(Manifolds, OfHullsMeetTheRules) {
  expect_agreed(check_manifolds(oracle::fixed_seed, oracle::scaled(3000), false), "manifolds of hulls", 0.4);
  expect_agreed(check_manifolds(oracle::run_seed(), oracle::scaled(1000), false), "manifolds of hulls", 0.3);
}

TEST(Manifolds, WithACacheMeetTheRules) {
  expect_agreed(check_kept_manifolds(oracle::fixed_seed, oracle::scaled(600), false), "manifolds kept of hulls", 0.1);
  expect_agreed(check_kept_manifolds(oracle::run_seed(), oracle::scaled(200), false), "manifolds kept of hulls", 0.1);
  expect_agreed(check_kept_manifolds(oracle::fixed_seed, oracle::scaled(400), true), "manifolds kept of boxes", 0.3);
}

TEST(Manifolds, KeepTheirNamesWhileBodiesTremble) {
  expect_agreed(check_trembling(oracle::fixed_seed, oracle::scaled(500), true, 1e-4), "trembling", 0.99);
  expect_agreed(check_trembling(oracle::fixed_seed, oracle::scaled(500), false, 1e-4), "trembling", 0.99);
}

}  // namespace
}  // namespace graze::property
