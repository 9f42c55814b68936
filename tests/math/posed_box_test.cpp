// The world box of a local box: holds every posed vertex and every exact image, and not much more.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "graze/math.h"
#include "math/next_up.h"
#include "math/posed_box.h"
#include "math/round.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/limits.h"
#include "tests/oracle/rational.h"

namespace graze {
namespace {

using oracle::Dice;
using oracle::exact;
using oracle::Rational;

using oracle::infinity;

Rational exact_image(const Pose& pose, Vec3 p, int axis) {
  return exact(pose.linear.at(axis, 0)) * exact(p.x) + exact(pose.linear.at(axis, 1)) * exact(p.y) +
         exact(pose.linear.at(axis, 2)) * exact(p.z) + exact(pose.translation[axis]);
}

bool at_least(double bound, const Rational& value) {
  return bound == infinity || (bound != -infinity && exact(bound) >= value);
}
bool at_most(double bound, const Rational& value) {
  return bound == -infinity || (bound != infinity && exact(bound) <= value);
}

Vec3 corner(const Box& box, int i) {
  return {i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y, i & 4 ? box.hi.z : box.lo.z};
}

double any_coordinate(Dice& dice) {
  switch (dice.integer(0, 5)) {
    case 0:
      return dice.integer(-3, 3);
    case 1:
      return std::ldexp(dice.uniform(-1, 1), dice.integer(-1074, 1023));
    case 2:
      return dice.pick({5e-324, -5e-324, 1e300, -1e300, 1e-300, 0.0, -0.0});
    case 3:
      return 16777217.0 * dice.integer(-2, 2) + dice.uniform(-1, 1);  // past the integers of float
    default:
      return dice.uniform(-10, 10);
  }
}

TEST(PosedBox, HoldsPosedVerticesAndExactImages) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    std::uint64_t finite = 0, infinite = 0;
    for (int i = 0; i < 6000; ++i) {
      Pose pose;
      Box local;
      for (int axis = 0; axis < 3; ++axis) {
        for (int column = 0; column < 3; ++column) pose.linear[column][axis] = any_coordinate(dice);
        pose.translation[axis] = any_coordinate(dice);
      }
      const bool flat = dice.chance(4);
      for (int k = 0; k < (flat ? 1 : 2); ++k) {
        const double x = any_coordinate(dice), y = any_coordinate(dice);
        local = merge(local, Vec3{x, y, any_coordinate(dice)});
      }
      const Box world = posed_box(pose, local);
      for (const Isa isa : instruction_sets()) {
        ASSERT_EQ(posed_box_for(isa)(pose, local), world) << name(isa);
      }
      for (int axis = 0; axis < 3; ++axis) {
        ASSERT_FALSE(std::isnan(world.lo[axis]) || std::isnan(world.hi[axis]));
        (std::isfinite(world.lo[axis]) && std::isfinite(world.hi[axis]) ? finite : infinite)++;
      }
      for (int k = 0; k < 12; ++k) {
        Vec3 p = corner(local, k);
        if (k >= 8)
          for (int axis = 0; axis < 3; ++axis)
            p[axis] = std::clamp(local.lo[axis] + (local.hi[axis] / 2 - local.lo[axis] / 2) * dice.uniform(0, 2),
                                 local.lo[axis], local.hi[axis]);
        const Vec3 posed = pose * p;
        for (int axis = 0; axis < 3; ++axis) {
          const Rational image = exact_image(pose, p, axis);
          ASSERT_TRUE(at_most(world.lo[axis], image)) << "axis " << axis;
          ASSERT_TRUE(at_least(world.hi[axis], image)) << "axis " << axis;
          if (!std::isfinite(posed[axis])) continue;
          ASSERT_LE(world.lo[axis], posed[axis]);
          ASSERT_GE(world.hi[axis], posed[axis]);
        }
      }
    }
    EXPECT_GT(finite, 3000u);
    EXPECT_GT(infinite, 300u);
  }
}

TEST(PosedBox, IsTight) {
  Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 3000; ++i) {
    const Pose pose{{dice.in_cube(2), dice.in_cube(2), dice.in_cube(2)}, dice.in_cube(100)};
    const Box local = merge(merge(Box{}, dice.in_cube(10)), dice.in_cube(10));
    const Box world = posed_box(pose, local);
    for (int axis = 0; axis < 3; ++axis) {
      double lo = infinity, hi = -infinity;
      for (int k = 0; k < 8; ++k) {
        const double image = oracle::nearest(exact_image(pose, corner(local, k), axis));
        lo = std::min(lo, image);
        hi = std::max(hi, image);
      }
      ASSERT_LT(lo - world.lo[axis], 1e-12);
      ASSERT_LT(world.hi[axis] - hi, 1e-12);
    }
  }
}

TEST(Round, ToFloatIsOutwardAndWithinOnePlace) {
  Dice dice(oracle::fixed_seed);
  std::uint64_t between = 0;
  const auto check = [&](double value) {
    const float down = round_down(value), up = round_up(value);
    ASSERT_LE(static_cast<double>(down), value);
    ASSERT_GE(static_cast<double>(up), value);
    if (static_cast<double>(static_cast<float>(value)) == value) {
      ASSERT_EQ(down, up);
    } else {
      ++between;
      ASSERT_EQ(std::nextafter(down, std::numeric_limits<float>::infinity()), up);
    }
  };
  for (int i = 0; i < 50000; ++i) check(std::ldexp(dice.uniform(-1, 1), dice.integer(-170, 130)));
  for (int i = 0; i < 50000; ++i) {
    const double f = static_cast<double>(static_cast<float>(dice.uniform(-1, 1)));
    check(f);
    check(dice.nudge(f, 1));
  }
  for (const double v : {0.0, 5e-324, -5e-324, 1e-46, -1e-46, 1e300, -1e300, 3.4028234663852886e38,
                         3.4028235677973366e38, std::numeric_limits<double>::max()})
    check(v);
  EXPECT_GT(between, 50000u);
}

TEST(NextUp, IsTheOneOfTheStandard) {
  oracle::Dice dice(oracle::fixed_seed);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> values{0.0,
                             -0.0,
                             infinity,
                             -infinity,
                             0x1p-1074,
                             -0x1p-1074,
                             0x1p-1022,
                             -0x1p-1022,
                             std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::lowest()};
  for (int i = 0; i < 10000; ++i) values.push_back(dice.magnitude(-300, 300));
  for (const double x : values) {
    EXPECT_EQ(next_up(x), std::nextafter(x, infinity)) << x;
    EXPECT_EQ(next_down(x), std::nextafter(x, -infinity)) << x;
  }
  EXPECT_TRUE(std::isnan(next_up(std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace
}  // namespace graze
