// Distances of bodies at any offset and size ratio, against every pair of triangles.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "graze/query.h"
#include "narrow/triangle/triangle_distance.h"
#include "tests/property/bodies.h"

namespace graze {
namespace {

using oracle::Dice;

double least_distance(const Body& a, const Body& b) {
  double least = HUGE_VAL;
  for (const Triangle& p : property::posed_triangles(a))
    for (const Triangle& q : property::posed_triangles(b)) least = std::min(least, triangle_distance(p, q).distance);
  return least;
}

TEST(FarDistances, EqualBruteForceAtAnyOffsetAndSize) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    int far = 0, apart = 0, count = 0;
    for (int exponent = -60; exponent <= 60; ++exponent)
      for (int round = 0; round < 4; ++round, ++count) {
        const double size = std::pow(10.0, exponent);
        Body a{property::random_surface(dice, 40), {to_matrix(dice.rotation()), dice.in_cube(1)}};
        Body b{property::random_surface(dice, 40), {to_matrix(dice.rotation()), dice.in_cube(1)}};
        if (round % 2 == 0) {
          b.pose.translation = b.pose.translation + dice.direction() * (3 * size);
          far += exponent > 4 ? 1 : 0;
        } else {
          const Vec3 scale = round == 1 ? Vec3{size, size, size} : Vec3{size, 2 * size, size};
          b.pose.linear = {b.pose.linear.c0 * scale.x, b.pose.linear.c1 * scale.y, b.pose.linear.c2 * scale.z};
          b.pose.translation = b.pose.translation + dice.direction() * 3;
        }
        const double truth = least_distance(a, b);
        const DistanceResult result = find_distance(a, b), mirrored = find_distance(b, a);
        ASSERT_EQ(result.status, Status::ok);
        EXPECT_LE(std::fabs(result.distance - truth), result.bound + 1e-13 * truth) << "1e" << exponent << ' ' << round;
        EXPECT_EQ(result.distance, mirrored.distance);
        EXPECT_EQ(result.point_a, mirrored.point_b);
        EXPECT_TRUE(within(a, b, truth * 1.001 + 2 * result.bound).yes()) << "1e" << exponent << ' ' << round;
        if (truth * 1e-4 > result.bound) {
          ++apart;
          EXPECT_TRUE(within(a, b, truth * 0.999).no()) << "1e" << exponent << ' ' << round;
        }
      }
    EXPECT_GT(far, count / 5);
    EXPECT_GT(apart, count / 2);
  }
}

// Floats cannot tell the gaps apart; that must not make every pair of triangles a candidate.
TEST(FarDistances, TakeFewTriangles) {
  const Shape torus = property::mesh_of(scenes::torus(7200));
  Dice dice(oracle::fixed_seed);
  for (const double offset : {2e3, 1e4, 1e5, 1e6, 1e9}) {
    const Body a{torus, {}}, b{torus, {to_matrix(dice.rotation()), dice.direction() * offset}};
    const DistanceResult result = find_distance(a, b);
    ASSERT_EQ(result.status, Status::ok);
    EXPECT_LT(result.counters.triangle_tests, offset < 1e8 ? 2000u : 200000u) << offset;
    EXPECT_LT(std::fabs(result.distance - offset), 5 + 1e-9 * offset);
  }
}

}  // namespace
}  // namespace graze
