#include "graze/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <set>

#include "measure/schedule_counts.h"
#include "scenes/worlds.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Schedule, ArrivalIsALowerBound) {
  EXPECT_EQ(earliest_contact(1, {}, {}), infinity);
  EXPECT_EQ(earliest_contact(0, {1, 0}, {}), 0);
  EXPECT_EQ(earliest_contact(-1, {}, {}), 0);
  EXPECT_EQ(earliest_contact(std::nan(""), {}, {}), 0);
  EXPECT_NEAR(earliest_contact(6, {1, 0}, {2, 0}), 2, 1e-12);
  EXPECT_NEAR(earliest_contact(8, {0, 3}, {0, 1}), 2, 1e-12);
  // Where the usual form, (sqrt(v^2 + 2ad) - v) / a, loses every digit.
  EXPECT_NEAR(earliest_contact(1, {10, 1e-18}, {}), 0.1, 1e-12);
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  oracle::Dice dice(seed);
  for (int i = 0; i < 100000; ++i) {
    const double d = std::fabs(dice.magnitude(-9, 9));
    const MotionBound a{std::fabs(dice.magnitude(-9, 9)), std::fabs(dice.magnitude(-9, 9))};
    const MotionBound b{dice.chance(3) ? 0 : std::fabs(dice.magnitude(-9, 9)), 0};
    const long double t = earliest_contact(d, a, b);
    const long double v = static_cast<long double>(a.speed) + b.speed, gain = a.acceleration;
    const long double way = v * t + gain * t * t / 2;
    ASSERT_LE(way, d) << "seed " << seed;
    ASSERT_GE(way, d * (1 - 1e-12L)) << "seed " << seed;
  }
}

// Balls that fly straight or change their course at random times: whatever touches is due, and no other way of looking
// finds more.
TEST(Schedule, NeverMissesAContact) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  oracle::Dice dice(seed);
  struct Ball {
    Vec3 place, velocity, push;
  };
  std::size_t contacts = 0, tests = 0, pairs = 0;
  for (int scenario = 0; scenario < 20; ++scenario) {
    std::vector<Ball> balls;
    Schedule schedule;
    double now = dice.uniform(-1e3, 1e3);
    const auto put = [&] {
      balls.push_back({dice.in_cube(4), dice.in_cube(2), dice.in_cube(1)});
      schedule.add({length(balls.back().velocity) * 1.0000001, length(balls.back().push) * 1.0000001}, now);
    };
    for (int i = 0; i < 20; ++i) put();
    for (int step = 0; step < 100; ++step) {
      const double dt = dice.uniform(0, 0.1);
      now += dt;
      for (Ball& ball : balls) {
        ball.place = ball.place + ball.velocity * dt + ball.push * (0.5 * dt * dt);
        ball.velocity = ball.velocity + ball.push * dt;
      }
      if (dice.chance(20)) put();
      for (std::uint32_t i = 0; i < balls.size(); ++i) {
        if (!dice.chance(40)) continue;
        balls[i].velocity = dice.in_cube(3);
        balls[i].push = dice.in_cube(1);
        schedule.change(i, {length(balls[i].velocity) * 1.0000001, length(balls[i].push) * 1.0000001}, now);
      }
      const auto due = schedule.due(now);
      ASSERT_TRUE(schedule.next() <= now || due.empty());
      const std::set<Schedule::Pair> looked(due.begin(), due.end());
      for (std::uint32_t a = 1; a < balls.size(); ++a)
        for (std::uint32_t b = 0; b < a; ++b) {
          const double gap = length(balls[a].place - balls[b].place) - 1;
          ++pairs;
          if (gap <= 0) {
            ++contacts;
            ASSERT_TRUE(looked.contains({a, b})) << "seed " << seed << ", gap " << gap;
          }
          if (!looked.contains({a, b})) continue;
          ++tests;
          // Not always measured, and not always well.
          if (dice.chance(10)) continue;
          schedule.measured({a, b}, now, gap * dice.pick({1.0, 0.9, 0.5}) * (1 - 1e-9));
        }
      ASSERT_EQ(schedule.validate(), "");
    }
  }
  EXPECT_GT(contacts, pairs / 1000);
  EXPECT_LT(contacts, tests);
  EXPECT_LT(tests, pairs / 2);
}

// 1,000 spheres: fewer than 5 % of the tests of looking at every pair in every step, and nothing missed. The first
// look, at every pair, is the price of all that follow.
TEST(Schedule, LooksAtFewOfAThousandSpheres) {
  const measure::ScheduleCounts counts = measure::count_schedule(1000, 0.01, 15, 7);
  std::printf("%.3f %% of the tests, %zu contacts\n", counts.percent(), counts.contacts);
  EXPECT_EQ(counts.missed, 0u);
  EXPECT_GT(counts.contacts, 0u);
  EXPECT_LT(counts.percent(), 5);
}

}  // namespace
}  // namespace graze
