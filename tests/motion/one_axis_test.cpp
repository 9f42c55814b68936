// Two bodies that turn about one axis: seen from the one, the other turns and nothing else moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "graze/motion.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

Shape axis_mesh(scenes::Random& random) {
  const auto triangles = static_cast<std::uint32_t>(random.uniform(100, 600));
  scenes::MeshData mesh = random.uniform() < 0.5 ? scenes::torus(triangles) : scenes::cube(3);
  return make_mesh(std::move(mesh.vertices), std::move(mesh.triangles));
}

// A multiple of 2^-20, so that sums and differences are exact.
double short_angle(scenes::Random& random) { return std::ldexp(std::floor(random.uniform(-3, 3) * 0x1p20), -20); }

TEST(OneAxis, BothTurningIsOneTurning) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  scenes::Random random(seed);
  int hits = 0, free = 0, differ = 0;
  const int count = static_cast<int>(oracle::scaled(1200));
  for (int k = 0; k < count; ++k) {
    const Body a{axis_mesh(random), make_pose(random.direction() * 0.2, random.rotation())};
    const Body b{axis_mesh(random), make_pose(random.direction() * random.uniform(2.2, 3.0), random.rotation())};
    const Vec3 origin = random.direction() * 2.0, axis = random.direction() * random.uniform(0.5, 2);
    const double angle = short_angle(random), of_b = short_angle(random), difference = angle - of_b;
    if (difference == 0 || std::fabs(difference) > 6.28) continue;
    const bool opposite = random.uniform() < 0.5;
    const MovingBody turns{b, rotation_about(origin, opposite ? -axis : axis, opposite ? -of_b : of_b)}, stands{b, {}};
    const MoveResult both = move(a, rotation_about(origin, axis, angle), {&turns, 1});
    const MoveResult one = move(a, rotation_about(origin, axis, difference), {&stands, 1});
    ASSERT_EQ(both.status, Status::ok);
    ASSERT_EQ(both.start, one.start);
    if (both.start != MoveStart::clear) continue;
    // Gaps below the tolerance may be called contact by the one, and be passed by the other.
    if (both.answer != one.answer) {
      EXPECT_FALSE(both.proven || one.proven) << k;
      ++differ;
      continue;
    }
    free += one.no();
    if (!one.yes()) continue;
    ++hits;
    EXPECT_TRUE(both.proven || !one.proven) << k << ": a gap of " << both.gap;
    EXPECT_LE(both.lower, one.upper) << k;
    EXPECT_LE(one.lower, both.upper) << k;
  }
  EXPECT_GT(hits, count / 10);
  EXPECT_GT(free, count / 10);
  EXPECT_LE(differ, count / 200);
}

// x, y and z in another order of the same sense, so that the axis is another one.
Vec3 shifted(Vec3 v, int by) { return by == 0 ? v : by == 1 ? Vec3{v.z, v.x, v.y} : Vec3{v.y, v.z, v.x}; }

// A vertex at a whole radius from the axis passes a face that is as far from it, one double nearer, or one farther:
// they touch in one point at one moment, cross, or are free, and only exact arithmetic tells.
TEST(OneAxis, TangenciesAreDecidedExactly) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  oracle::Dice dice(seed);
  constexpr double triples[][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {7, 24, 25}, {20, 21, 29}};
  int exact = 0;
  std::uint64_t most_tests = 0;
  const int count = static_cast<int>(oracle::scaled(600));
  for (int k = 0; k < count; ++k) {
    const double* const t = triples[dice.integer(0, 4)];
    const int farther = k % 3 - 1, order = dice.integer(0, 2);
    const double sense = dice.chance(2) ? -1 : 1, radius = t[2];
    const double face = farther == 0 ? radius : std::nextafter(radius, farther * 1e9);
    // The vertex comes from below the first axis where it turns forward, from above where it turns back.
    const Vec3 pin[] = {{t[0], -sense * t[1], 0}, {0.5, -sense * 0.25, 0.5}, {0.5, -sense * 0.25, -0.5}};
    const Vec3 wall[] = {{face, -2, -1}, {face, 2, -1}, {face, 0, 2}};
    const auto mesh_of = [&](const Vec3* corners) {
      return make_mesh({shifted(corners[0], order), shifted(corners[1], order), shifted(corners[2], order)},
                       {{0, 1, 2}});
    };
    const Body a{mesh_of(pin), {}}, b{mesh_of(wall), {}};
    const Vec3 axis = shifted({0, 0, std::ldexp(static_cast<double>(dice.integer(1, 7)), -2)}, order);
    // Multiples of 2^-20: their difference is exact.
    const double needed = std::atan2(t[1], t[0]);
    const double relative = sense * std::ldexp(std::floor((needed + dice.uniform(0.1, 1)) * 0x1p20), -20);
    const double of_b = std::ldexp(dice.integer(1, 1 << 21), dice.chance(4) ? -40 : -20) * (dice.chance(2) ? -1 : 1);
    const double of_a = relative + of_b;
    const bool opposite = dice.chance(2), swapped = dice.chance(2);
    const Motion turn_a = rotation_about({}, axis, of_a);
    const Motion turn_b = rotation_about({}, opposite ? -axis : axis, opposite ? -of_b : of_b);
    const MovingBody moved{swapped ? a : b, swapped ? turn_a : turn_b}, stands{b, {}};
    const MoveResult both = move(swapped ? b : a, swapped ? turn_b : turn_a, {&moved, 1}, {.tolerance = 0.0});
    const MoveResult one = move(a, rotation_about({}, axis, relative), {&stands, 1}, {.tolerance = 0.0});
    ASSERT_EQ(both.status, Status::ok) << k << ": " << of_a << " and " << of_b;
    ASSERT_EQ(both.start, MoveStart::clear) << k;
    EXPECT_EQ(one.answer, answer_of(farther <= 0)) << k;
    EXPECT_EQ(both.answer, answer_of(farther <= 0)) << k << ": " << of_a << " and " << of_b;
    exact += both.counters.exact_tests > 0;
    most_tests = std::max(most_tests, both.counters.triangle_tests);
    if (!both.yes() || !one.yes()) continue;
    EXPECT_TRUE(both.proven && one.proven) << k;
    EXPECT_LE(both.lower, one.upper) << k;
    EXPECT_LE(one.lower, both.upper) << k;
    EXPECT_NEAR(both.lower, needed / std::fabs(relative), 1e-6) << k;
    EXPECT_LT(both.upper - both.lower, 1e-6) << k;
  }
  std::printf("at most %llu tests\n", static_cast<unsigned long long>(most_tests));
  EXPECT_LT(most_tests, 1u << 14);
  EXPECT_EQ(exact, count);
}

}  // namespace
}  // namespace graze
