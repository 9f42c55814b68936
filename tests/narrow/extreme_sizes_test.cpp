// Bodies so large or so small that squares of lengths leave the doubles: what is said of them is what is said of the
// same ones of an ordinary size, times a power of two.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "graze/contacts.h"
#include "graze/graze.h"
#include "graze/penetration.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

Shape some_shape(oracle::Dice& dice, int kind) {
  const auto size = [&] { return dice.uniform(0.3, 1); };
  switch (kind) {
    case 0:
      return make_box({size(), size(), size()});
    case 1:
      return make_sphere(size());
    case 2:
      return make_capsule(size(), size());
    case 3:
      return make_cylinder(size(), size());
    case 4:
      return make_cone(size(), size());
    case 5:
      return make_ellipsoid({size(), size(), size()});
    default: {
      const scenes::MeshData ball = scenes::sphere(80);
      return as_solid(make_mesh(ball.vertices, ball.triangles));
    }
  }
}

Body times_power(const Body& body, double margin, int exponent) {
  const double factor = std::ldexp(1.0, exponent);
  const Mat3& m = body.pose.linear;
  const Shape shape = margin > 0 ? with_margin(body.shape, margin * factor) : body.shape;
  return {shape, {{m.c0 * factor, m.c1 * factor, m.c2 * factor}, body.pose.translation * factor}};
}

void expect_same(const Body& a, const Body& b, const Body& c, const Body& d, int exponent) {
  const auto back = [&](double x) { return std::ldexp(x, -exponent); };
  const ContactResult plain = find_contacts(a, b), found = find_contacts(c, d);
  ASSERT_EQ(found.status, plain.status);
  ASSERT_EQ(found.contacts.size(), plain.contacts.size());
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    const Contact &x = plain.contacts[i], &y = found.contacts[i];
    EXPECT_NEAR(length(y.normal), 1, 1e-12);
    EXPECT_GT(dot(x.normal, y.normal), 1 - 1e-5);
    EXPECT_EQ(x.crossing, y.crossing);
    if (!x.crossing) {
      EXPECT_LE(std::fabs(back(y.depth) - x.depth), back(y.bound) + x.bound);
    }
  }
  const PenetrationResult deep = find_penetration(a, b), as_deep = find_penetration(c, d);
  ASSERT_EQ(as_deep.status, deep.status);
  EXPECT_EQ(as_deep.depth > 0, deep.depth > 0);
  if (deep.status == Status::ok) {
    EXPECT_LE(as_deep.lower, as_deep.depth);
    EXPECT_LE(deep.lower, back(as_deep.depth) * (1 + 1e-12) + 1e-14);
    EXPECT_LE(back(as_deep.lower), deep.depth * (1 + 1e-12) + 1e-14);
  }
  const DistanceResult apart = find_distance(a, b), as_apart = find_distance(c, d);
  ASSERT_EQ(as_apart.status, apart.status);
  EXPECT_LE(back(as_apart.lower), apart.upper);
  EXPECT_LE(apart.lower, back(as_apart.upper));
  if (!apart.ok()) return;
  EXPECT_LE(std::fabs(back(as_apart.distance) - apart.distance), back(as_apart.bound) + apart.bound);
}

TEST(ExtremeSizes, AnswersScaleWithTheBodies) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    oracle::Dice dice(seed);
    int met = 0;
    constexpr int count = 150;
    for (int i = 0; i < count; ++i) {
      const Body a{some_shape(dice, dice.integer(0, 6)), make_pose(dice.in_cube(1), dice.rotation())};
      const Body b{some_shape(dice, dice.integer(0, 6)), make_pose(dice.in_cube(1), dice.rotation())};
      const double margin = dice.chance(2) ? dice.uniform(0, 0.3) : 0;
      const Body grown = times_power(b, margin, 0);
      met += collide(a, grown).yes();
      for (const int exponent : {-840, -520, 520, 800}) {
        SCOPED_TRACE("case " + std::to_string(i) + ", 2^" + std::to_string(exponent));
        expect_same(a, grown, times_power(a, 0, exponent), times_power(b, margin, exponent), exponent);
      }
    }
    EXPECT_GT(met, count / 5);
    EXPECT_LT(met, count * 19 / 20);
  }
}

// The numbers beside a half-space must not be above 2^300; there is no other end.
TEST(ExtremeSizes, AnswersBesideHalfSpacesScaleWithTheBodies) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    oracle::Dice dice(seed);
    int met = 0;
    constexpr int count = 150;
    for (int i = 0; i < count; ++i) {
      const Body a{make_halfspace(dice.direction(), dice.uniform(-0.5, 0.5)),
                   make_pose(dice.in_cube(1), dice.rotation())};
      const Body b{some_shape(dice, dice.integer(0, 6)), make_pose(dice.in_cube(1), dice.rotation())};
      met += collide(a, b).yes();
      for (const int exponent : {-900, -640, 280}) {
        SCOPED_TRACE("case " + std::to_string(i) + ", 2^" + std::to_string(exponent));
        expect_same(a, b, times_power(a, 0, exponent), times_power(b, 0, exponent), exponent);
      }
    }
    EXPECT_GT(met, count / 5);
    EXPECT_LT(met, count * 19 / 20);
  }
}

// A size that is in the shape, and not in the pose.
TEST(ExtremeSizes, ShapesOfAnySize) {
  for (const double size : {1e-250, 1e-160, 1e160, 1e250}) {
    const Body ball{make_sphere(size), {}}, other{make_sphere(size), make_pose({1.5 * size, 0, 0})};
    const Body egg{make_ellipsoid({size, 2 * size, size}), {}}, roller{make_cylinder(size, size), other.pose};
    for (const auto& [a, b] : {std::pair(ball, other), std::pair(egg, other), std::pair(egg, roller)}) {
      EXPECT_TRUE(collide(a, b).yes()) << size;
      const ContactResult found = find_contacts(a, b);
      ASSERT_EQ(found.status, Status::ok) << size;
      ASSERT_EQ(found.contacts.size(), 1u) << size;
      EXPECT_NEAR(found.contacts[0].normal.x, 1, 1e-5) << size;
      EXPECT_NEAR(found.contacts[0].depth / size, 0.5, 1e-5) << size;
      EXPECT_NEAR(find_penetration(a, b).depth / size, 0.5, 1e-5) << size;
    }
  }
}

}  // namespace
}  // namespace graze
