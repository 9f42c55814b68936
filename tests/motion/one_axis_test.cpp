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
  int hits = 0, free = 0;
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
}

}  // namespace
}  // namespace graze
