// orient2d and orient3d against exact integers, over all finite doubles.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <utility>

#include "graze/math.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/rational.h"

namespace graze {
namespace {

using oracle::Dice;
using oracle::Integer;
using oracle::Point;
using oracle::Unit;

int exact_orient2d(const std::array<double, 6>& v) {
  Unit unit;
  for (double x : v) unit.cover(x);
  std::array<Integer, 6> i;
  for (std::size_t k = 0; k < 6; ++k) i[k] = unit.integer(v[k]);
  const Integer determinant = (i[2] - i[0]) * (i[5] - i[1]) - (i[3] - i[1]) * (i[4] - i[0]);
  return sgn(determinant);
}

int exact_orient3d(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  Unit unit;
  for (Vec3 p : {a, b, c, d}) unit.cover(p);
  const Point o = unit.point(a);
  return sgn(dot(unit.point(b) - o, cross(unit.point(c) - o, unit.point(d) - o)));
}

// Any finite double, all exponents alike, denormals and zeros of both signs among them.
double any_double(Dice& dice) {
  for (;;) {
    if (dice.chance(20)) return dice.pick({0.0, -0.0, 5e-324, -5e-324, 1.7976931348623157e308});
    const double value = std::bit_cast<double>(dice.bits());
    if (std::isfinite(value)) return value;
  }
}
// Any mantissa with an exponent in a narrow band, so that the terms of a determinant compare.
double banded(Dice& dice, int exponent, int width) {
  const double value = std::ldexp(dice.uniform(-1, 1), exponent + dice.integer(-width, width));
  return std::isfinite(value) ? value : std::numeric_limits<double>::max();
}
double limited(double value) {
  constexpr double most = std::numeric_limits<double>::max();
  return std::isnan(value) ? most : std::clamp(value, -most, most);
}
Vec3 limited(Vec3 p) { return {limited(p.x), limited(p.y), limited(p.z)}; }

struct Count {
  std::array<std::uint64_t, 3> signs{};
  void add(int sign) { ++signs[static_cast<std::size_t>(sign + 1)]; }
  void print(const char* title, std::uint64_t seed) const {
    std::printf("%s, seed %llu: %llu negative, %llu zero, %llu positive\n", title,
                static_cast<unsigned long long>(seed), static_cast<unsigned long long>(signs[0]),
                static_cast<unsigned long long>(signs[1]), static_cast<unsigned long long>(signs[2]));
  }
  void expect_each_above(std::uint64_t least) const {
    for (std::uint64_t n : signs) EXPECT_GT(n, least);
  }
};

std::array<double, 6> points2d(Dice& dice) {
  std::array<double, 6> v;
  switch (dice.integer(0, 3)) {
    case 0:
      for (double& x : v) x = any_double(dice);
      return v;
    case 1: {
      const int exponent = dice.integer(-1070, 1020);
      for (double& x : v) x = banded(dice, exponent, 2);
      return v;
    }
    case 2: {  // a grid in any unit, down to the denormals and up to overflow of differences
      const double unit = std::ldexp(1.0, dice.integer(-1074, 1021));
      const int most = dice.pick({1, 2, 7});
      for (double& x : v) x = dice.integer(-most, most) * unit;
      if (dice.chance(3)) v[0] = dice.nudge(v[0], 2);
      return v;
    }
    default: {  // c on the line through a and b, up to a few ulps
      const int exponent = dice.integer(-1070, 1015);
      for (double& x : v) x = banded(dice, exponent, 3);
      const double s = dice.chance(2) ? dice.integer(-8, 8) * 0.25 : dice.uniform(-2, 2);
      v[4] = dice.nudge(limited(v[0] + (v[2] - v[0]) * s), 2);
      v[5] = dice.nudge(limited(v[1] + (v[3] - v[1]) * s), 2);
      return v;
    }
  }
}

TEST(Orientation, In2dIsExactForEveryFiniteDouble) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    Dice dice(seed);
    Count count;
    const std::uint64_t cases = oracle::scaled(150000);
    for (std::uint64_t i = 0; i < cases; ++i) {
      const auto v = points2d(dice);
      const int expected = exact_orient2d(v);
      count.add(expected);
      ASSERT_EQ(orient2d(v[0], v[1], v[2], v[3], v[4], v[5]), expected)
          << std::hexfloat << v[0] << ' ' << v[1] << ' ' << v[2] << ' ' << v[3] << ' ' << v[4] << ' ' << v[5];
      ASSERT_EQ(orient2d(v[2], v[3], v[0], v[1], v[4], v[5]), -expected);
      ASSERT_EQ(orient2d(v[2], v[3], v[4], v[5], v[0], v[1]), expected);
    }
    count.print("orient2d", seed);
    count.expect_each_above(cases / 100);
  }
}

std::array<Vec3, 4> points3d(Dice& dice) {
  std::array<Vec3, 4> p;
  const auto fill = [&](auto&& make) {
    for (Vec3& v : p)
      for (int axis = 0; axis < 3; ++axis) v[axis] = make();
  };
  switch (dice.integer(0, 5)) {
    case 0:
      fill([&] { return any_double(dice); });
      break;
    case 1: {
      const int exponent = dice.integer(-1070, 1020);
      fill([&] { return banded(dice, exponent, 2); });
      break;
    }
    case 2: {
      const double unit = std::ldexp(1.0, dice.integer(-1074, 1021));
      const int most = dice.pick({1, 2, 4});
      fill([&] { return dice.integer(-most, most) * unit; });
      if (dice.chance(3)) p[3] = dice.nudge(p[3], 2);
      break;
    }
    case 3: {  // a unit per axis: products of the axes overflow in one order and not in another
      for (int axis = 0; axis < 3; ++axis) {
        const double unit = std::ldexp(1.0, dice.integer(-1074, 1021));
        for (Vec3& v : p) v[axis] = dice.integer(-4, 4) * unit;
      }
      if (dice.chance(2)) p[1] = dice.nudge(p[1], 1);
      break;
    }
    default: {  // d in the plane of a, b, c, up to a few ulps; most often around the exponents where cubes overflow
      const int exponent = dice.chance(3)   ? dice.integer(330, 350)
                           : dice.chance(3) ? dice.integer(-370, -330)
                                            : dice.integer(-1070, 1015);
      fill([&] { return banded(dice, exponent, 3); });
      const double s = dice.chance(2) ? dice.integer(-8, 8) * 0.25 : dice.uniform(-2, 2);
      const double t = dice.chance(2) ? dice.integer(-8, 8) * 0.25 : dice.uniform(-2, 2);
      p[3] = dice.nudge(limited(p[0] + ((p[1] - p[0]) * s + (p[2] - p[0]) * t)), 2);
    }
  }
  return p;
}

TEST(Orientation, In3dIsExactForEveryFiniteDouble) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    Dice dice(seed);
    Count count;
    const std::uint64_t cases = oracle::scaled(200000);
    for (std::uint64_t i = 0; i < cases; ++i) {
      const auto [a, b, c, d] = points3d(dice);
      const int expected = exact_orient3d(a, b, c, d);
      count.add(expected);
      ASSERT_EQ(orient3d(a, b, c, d), expected)
          << std::hexfloat << a.x << ' ' << a.y << ' ' << a.z << " | " << b.x << ' ' << b.y << ' ' << b.z << " | "
          << c.x << ' ' << c.y << ' ' << c.z << " | " << d.x << ' ' << d.y << ' ' << d.z;
      ASSERT_EQ(orient3d(b, a, c, d), -expected);
      ASSERT_EQ(orient3d(b, c, a, d), expected);
      ASSERT_EQ(orient3d(d, b, c, a), -expected);
    }
    count.print("orient3d", seed);
    count.expect_each_above(cases / 100);
  }
}

TEST(Orientation, HasTheSignsOfTheHeader) {
  EXPECT_EQ(orient2d(0, 0, 1, 0, 0, 1), 1);
  EXPECT_EQ(orient2d(0, 0, 0, 1, 1, 0), -1);
  EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
  EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}), -1);
  EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {7, -3, 0}), 0);
}

TEST(Orientation, OfAMatrixIsTheSignOfItsDeterminant) {
  Dice dice(oracle::fixed_seed);
  Count count;
  for (int i = 0; i < 60000; ++i) {
    auto [a, b, c, d] = points3d(dice);
    if (dice.chance(3)) c = dice.nudge(limited(a * dice.integer(-2, 2) + b * dice.integer(-2, 2)), 1);
    Unit unit;
    for (Vec3 p : {a, b, c}) unit.cover(p);
    const int expected = sgn(dot(unit.point(a), cross(unit.point(b), unit.point(c))));
    count.add(expected);
    ASSERT_EQ(determinant_sign({a, b, c}), expected);
    ASSERT_EQ(fault({{a, b, c}, d}), expected == 0 ? PoseFault::singular : PoseFault::none);
  }
  count.expect_each_above(600);
}

}  // namespace
}  // namespace graze
