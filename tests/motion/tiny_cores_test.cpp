// Cores so small that squares of their products leave the doubles, with margins of an ordinary size: what is told free
// of contacts is.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "graze/graze.h"
#include "graze/motion.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

TEST(TinyCores, WhatIsToldFreeIs) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  const auto rounds = int(oracle::scaled(3000));
  int hits = 0, free = 0;
  for (int round = 0; round < rounds; ++round) {
    const double size = std::pow(10.0, dice.uniform(-160, -60));
    const auto side = [&] { return size * dice.uniform(0.2, 1); };
    const double x = side(), y = side();
    const Shape shape = with_margin(make_box({x, y, side()}), 0.5);
    const double gap = std::pow(10.0, dice.uniform(-8, -2)), way = gap * dice.pick({0.5, 0.9, 1.1, 2.0});
    const Body moving{shape, {}}, other{shape, make_pose(dice.in_cube(size) + Vec3{0, 0, 1 + gap})};
    const Motion motion = dice.chance(2) ? translation_by({0, 0, way}) : screw_about({}, {0, 0, 1}, 1, way);
    const MovingBody others[] = {{other, {}}};
    const MoveResult result = move(moving, motion, others);
    ASSERT_TRUE(result.status == Status::ok || result.status == Status::undecided) << round;
    // The margins are balls up to 1e-59: they meet where the way is longer than the gap, at their quotient.
    const double when = gap / way;
    if (way < gap) {
      EXPECT_TRUE(result.no()) << "round " << round;
      ++free;
    } else {
      EXPECT_FALSE(result.no()) << "round " << round << ": size " << size << " gap " << gap << " way " << way;
      EXPECT_LE(result.lower, when * (1 + 1e-6)) << "round " << round;
      ++hits;
    }
  }
  std::printf("seed %llu: %d rounds, %d hits, %d free\n", static_cast<unsigned long long>(seed), rounds, hits, free);
  EXPECT_GT(hits, rounds / 4);
  EXPECT_GT(free, rounds / 4);
}

}  // namespace
}  // namespace graze
