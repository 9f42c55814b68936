#include "tests/property/moves.h"

#include <gtest/gtest.h>

#include "tests/property/expel_moves.h"
#include "tests/property/mesh_moves.h"

namespace graze::property {
namespace {

TEST(Moves, BracketsHoldTheExactTime) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::uint64_t unproven = 0;
    const std::uint64_t count = oracle::scaled(150);
    const Tally tally = check_moves(seed, count, unproven);
    tally.print("moves against exact times");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (count < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.3);
    EXPECT_LT(tally.total().rate(), 0.8);
    EXPECT_LE(unproven, count / 50);
  }
}

TEST(Moves, ExactRotationsAgreeWithRationalNumbers) {
  const std::uint64_t count = oracle::scaled(30);
  const Tally tally = check_exact_rotations(oracle::run_seed(), count);
  tally.print("exact rotations");
  ASSERT_FALSE(tally.failed()) << tally.failure;
  EXPECT_GT(tally.total().rate(), 0.2);
}

TEST(Moves, WhatMustNotChangeAnAnswerDoesNot) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_move_symmetries(seed, oracle::scaled(600, 300));
    tally.print("symmetries of moves");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.3);
    EXPECT_LT(tally.total().rate(), 0.8);
  }
}

TEST(Moves, MeshesAreClearBeforeTheContact) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    for (const std::uint32_t triangles : {40u, 600u}) {
      const std::uint64_t count = oracle::scaled(triangles < 100 ? 300 : 60);
      const Tally tally = check_mesh_moves(seed, count, triangles);
      tally.print("moves of meshes");
      ASSERT_FALSE(tally.failed()) << tally.failure;
      if (tally.total().cases < 100) continue;
      EXPECT_GT(tally.total().rate(), 0.2);
      EXPECT_LT(tally.total().rate(), 0.95);
    }
  }
}

TEST(Moves, ChainsWithAZoneNeverPenetrate) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const std::uint64_t count = oracle::scaled(1500);
    const Tally tally = check_expel_moves(seed, count);
    tally.print("chains of moves with an expel zone");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.2);
    EXPECT_LT(tally.total().rate(), 0.95);
  }
}

}  // namespace
}  // namespace graze::property
