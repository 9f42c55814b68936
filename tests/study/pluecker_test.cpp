// Plücker coordinates against integers, and against the six numbers that the paper prints.
#include "study/sweep/pluecker.h"

#include <gtest/gtest.h>

#include "tests/oracle/dice.h"
#include "tests/oracle/rational.h"

namespace graze {
using namespace study;
namespace {

using oracle::Dice;

// (c - a) . ((b - a) x (d - c)), and the sum of the magnitudes that side() adds.
oracle::Integer exact_side(const oracle::Unit& unit, Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const oracle::Point p = unit.point(a), q = unit.point(b), r = unit.point(c), s = unit.point(d);
  return oracle::dot(r - p, oracle::cross(q - p, s - r));
}
double magnitude(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const auto products = [](Vec3 p, Vec3 q) {
    const Vec3 x = abs(p), y = abs(q);
    return Vec3{x.y * y.z + x.z * y.y, x.z * y.x + x.x * y.z, x.x * y.y + x.y * y.x};
  };
  return dot(abs(b - a), products(c, d)) + dot(products(a, b), abs(d - c));
}

TEST(Pluecker, SideIsTheDeterminantWithinItsBound) {
  const std::uint64_t seed = oracle::run_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Dice dice(seed);
  int zeros = 0;
  for (int i = 0; i < 20000; ++i) {
    const bool grid = dice.chance(3);
    const auto point = [&] { return grid ? dice.grid(-2, 2) : dice.in_cube(dice.pick({1.0, 1000.0})); };
    const Vec3 a = point(), b = point(), c = point(), d = point();
    oracle::Unit unit;
    for (const Vec3 p : {a, b, c, d}) unit.cover(p);
    const oracle::Integer exact = exact_side(unit, a, b, c, d);
    const double value = side(line_through(a, b), line_through(c, d));
    // In units of the cube of the unit; both sides scaled by a power of two, exactly.
    const oracle::Rational scale = oracle::Rational(oracle::Integer(1), oracle::Integer(1) << (3 * -unit.exponent()));
    const oracle::Rational error = oracle::exact(value) - oracle::Rational(exact) * (unit.exponent() < 0 ? scale : 1);
    EXPECT_LE(abs(error), oracle::exact(magnitude(a, b, c, d) * (9 * 0x1p-53)));
    if (value == 0) ++zeros;
    // Run backwards: exactly negated. Swapped: the same.
    EXPECT_EQ(side(line_through(b, a), line_through(c, d)), -value);
    EXPECT_EQ(side(line_through(a, b), line_through(d, c)), -value);
  }
  EXPECT_GT(zeros, 100);
}

TEST(Pluecker, IsThePapersPermutedProduct) {
  Dice dice(7);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 a = dice.grid(-9, 9), b = dice.grid(-9, 9), c = dice.grid(-9, 9), d = dice.grid(-9, 9);
    const auto six = [](Vec3 p, Vec3 q) {
      return std::array<double, 6>{
          p.x * q.y - q.x * p.y, p.x * q.z - q.x * p.z, p.x - q.x, p.y * q.z - q.y * p.z, p.z - q.z, q.y - p.y};
    };
    const auto p = six(a, b), q = six(c, d);
    const double s = p[0] * q[4] + p[1] * q[5] + p[2] * q[3] + p[4] * q[0] + p[5] * q[1] + p[3] * q[2];
    EXPECT_EQ(side(line_through(a, b), line_through(c, d)), s);
    EXPECT_EQ(p[0] * p[4] + p[1] * p[5] + p[2] * p[3], 0);
  }
}

TEST(Pluecker, InsideOfABorderIsPositive) {
  const Vec3 corners[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  const Pluecker falling = line_along({1, 1, 5}, {0, 0, -1}), rising = line_along({1, 1, -5}, {0, 0, 2});
  for (int k = 0; k < 3; ++k) {
    const Pluecker edge = line_through(corners[k], corners[(k + 1) % 3]);
    EXPECT_GT(side(falling, edge), 0);
    EXPECT_LT(side(rising, edge), 0);
  }
}

}  // namespace
}  // namespace graze
