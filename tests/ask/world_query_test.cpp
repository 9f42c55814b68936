// ./dev soak runs 100 worlds of 10,000 queries.
#include "graze/world_query.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/property/world_queries.h"

namespace graze {
namespace {

void expect_agreement(const property::Tally& tally) {
  EXPECT_FALSE(tally.failed()) << "seed " << tally.seed << ": " << tally.failure;
  for (const auto& [kind, counts] : tally.kinds) {
    EXPECT_GT(counts.rate(), 0.05) << kind << ", seed " << tally.seed;
    EXPECT_LT(counts.rate(), 1) << kind << ", seed " << tally.seed;
  }
}

TEST(WorldQueries, AnswerAsBodyByBodyForAFixedSeed) {
  expect_agreement(property::check_world_queries(oracle::fixed_seed, oracle::scaled(12), 300));
}

TEST(WorldQueries, AnswerAsBodyByBodyForAFreshSeed) {
  const property::Tally tally = property::check_world_queries(oracle::fresh_seed(), oracle::scaled(12), 300);
  tally.print("world queries");
  expect_agreement(tally);
}

}  // namespace
}  // namespace graze
