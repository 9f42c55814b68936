// Convex bodies with coordinates near both ends of the doubles: finite answers, or a status.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "graze/contacts.h"
#include "graze/graze.h"
#include "graze/penetration.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

double extreme(oracle::Dice& dice) {
  return dice.pick({0.0, 1.0, -1.0, 0.5, 3.3, -7.1, 1e-9, 1e17, 1e-160, 1e-300, 1e-320, 1e154, 1e300, -1e300, 1.7e308});
}
Vec3 extreme_point(oracle::Dice& dice) {
  const double x = extreme(dice), y = extreme(dice);
  return {x, y, extreme(dice)};
}

Body extreme_body(oracle::Dice& dice) {
  std::vector<Vec3> points;
  for (int i = dice.integer(1, 9); i > 0; --i) points.push_back(extreme_point(dice));
  Body body{make_convex(points), {}};
  const double size = std::fabs(extreme(dice)) + 1e-300;
  switch (dice.integer(0, 4)) {
    case 0:
      body.shape = make_capsule(size, std::fabs(extreme(dice)));
      break;
    case 1:
      body.shape = make_cone(size, std::fabs(extreme(dice)) + 1e-300);
      break;
    case 2:
      body.shape = make_ellipsoid({size, 1, 1e3});
      break;
    default:
      break;
  }
  if (dice.chance(2)) body.pose.translation = extreme_point(dice);
  return body;
}

TEST(ExtremeConvex, AnswersAreFiniteOrAStatus) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    oracle::Dice dice(seed);
    int answered = 0, refused = 0;
    for (int i = 0; i < 300; ++i) {
      const Body a = extreme_body(dice), b = extreme_body(dice);
      const DistanceResult d = find_distance(a, b);
      (d.status == Status::ok ? answered : refused) += 1;
      if (d.status == Status::ok) {
        EXPECT_TRUE(is_finite(d.point_a) && is_finite(d.point_b) && is_finite(d.normal)) << "case " << i;
        EXPECT_TRUE(d.lower <= d.distance && d.distance <= d.upper) << "case " << i;
      }
      const PenetrationResult p = find_penetration(a, b);
      if (p.status == Status::ok) {
        EXPECT_TRUE(is_finite(p.vector) && is_finite(p.inside)) << "case " << i;
        EXPECT_TRUE(p.lower <= p.depth) << "case " << i;
      }
    }
    EXPECT_GT(answered, 30);
    EXPECT_GT(refused, 30);
  }
}

Body scaled_by(const Body& body, int exponent) {
  const double factor = std::ldexp(1.0, exponent);
  const Mat3& m = body.pose.linear;
  return {body.shape, {{m.c0 * factor, m.c1 * factor, m.c2 * factor}, body.pose.translation * factor}};
}

Shape some_convex(oracle::Dice& dice) {
  std::vector<Vec3> points;
  for (int i = dice.integer(1, 40); i > 0; --i) points.push_back(dice.in_cube(1));
  switch (dice.integer(0, 5)) {
    case 0:
      return make_box({dice.uniform(0.2, 1), dice.uniform(0.2, 1), dice.uniform(0.2, 1)});
    case 1:
      return make_cylinder(dice.uniform(0.2, 1), dice.uniform(0.2, 1));
    case 2:
      return make_ellipsoid({dice.uniform(0.2, 1), dice.uniform(0.2, 1), dice.uniform(0.2, 1)});
    case 3:
      return make_cone(dice.uniform(0.2, 1), dice.uniform(0.2, 1));
    default:
      return make_convex(points);
  }
}

// Poses that scale both bodies by a power of two scale every answer, also where squares of lengths leave the doubles.
TEST(ExtremeConvex, AnswersScaleWithTheBodies) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    oracle::Dice dice(seed);
    int met = 0;
    constexpr int count = 300;
    for (int i = 0; i < count; ++i) {
      const Body a{some_convex(dice), make_pose(dice.in_cube(1), dice.rotation())};
      const Body b{some_convex(dice), make_pose(dice.in_cube(1), dice.rotation())};
      const DistanceResult plain = find_distance(a, b);
      ASSERT_EQ(plain.status, Status::ok);
      met += plain.distance == 0;
      for (const int exponent : {-960, -520, 520, 960}) {
        const Body c = scaled_by(a, exponent), d = scaled_by(b, exponent);
        const auto unscaled = [&](double x) { return std::ldexp(x, -exponent); };
        const DistanceResult found = find_distance(c, d);
        ASSERT_EQ(found.status, Status::ok) << "case " << i << ", 2^" << exponent;
        EXPECT_EQ(found.distance == 0, plain.distance == 0) << "case " << i << ", 2^" << exponent;
        EXPECT_LE(std::fabs(unscaled(found.distance) - plain.distance), unscaled(found.bound) + plain.bound);
        EXPECT_EQ(collide(c, d).yes(), collide(a, b).yes());
        for (const Contact& contact : find_contacts(c, d).contacts) {
          EXPECT_NEAR(length(contact.normal), 1, 1e-9) << "case " << i << ", 2^" << exponent;
          EXPECT_TRUE(std::isfinite(contact.depth)) << "case " << i << ", 2^" << exponent;
        }
      }
    }
    EXPECT_GT(met, count / 5);
    EXPECT_LT(met, count * 4 / 5);
  }
}

// Volumes that meet a mesh do so at any size: boxes, and bodies with a radius.
TEST(ExtremeConvex, VolumesAndMeshesMeetAtAnySize) {
  oracle::Dice dice(oracle::fixed_seed);
  const scenes::MeshData sphere = scenes::sphere(80);
  const Shape ball = make_mesh(sphere.vertices, sphere.triangles);
  int met = 0;
  constexpr int count = 60;
  for (int i = 0; i < count; ++i) {
    const Body mesh{ball, make_pose(dice.in_cube(1), dice.rotation())};
    const bool aligned = dice.chance(2);
    const Pose pose = make_pose(dice.in_cube(1), aligned ? Quat{} : dice.rotation());
    for (const Shape& shape : {make_box({0.5, 0.7, 0.3}), make_segment({0, 0, 0}, {1, 0, 0}),
                               make_convex({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})}) {
      const Body volume{shape, pose};
      const bool plain = collide(volume, mesh).yes();
      met += plain;
      for (const int exponent : {-960, -700, -520, 520, 700, 960}) {
        const Body c = scaled_by(volume, exponent), d = scaled_by(mesh, exponent);
        EXPECT_EQ(collide(c, d).yes(), plain) << "case " << i << ", " << name(shape.form()) << ", 2^" << exponent;
        EXPECT_EQ(within(d, c, 0).yes(), plain) << "case " << i << ", " << name(shape.form()) << ", 2^" << exponent;
      }
    }
    bool near = false;
    for (const int exponent : {0, -960, -520, 520, 960}) {
      const double radius = std::ldexp(0.25, exponent);
      const Body padded{make_capsule(radius, std::ldexp(0.5, exponent)),
                        {pose.linear, pose.translation * std::ldexp(1.0, exponent)}};
      const Body scaled = scaled_by(mesh, exponent);
      const bool found = collide(padded, scaled).yes();
      if (exponent == 0) near = found;
      EXPECT_EQ(found, near) << "case " << i << ", capsule, 2^" << exponent;
    }
  }
  EXPECT_GT(met, count / 3);
  EXPECT_LT(met, 3 * count * 9 / 10);
}

// The sizes of the two add up to more than the greatest double.
TEST(ExtremeConvex, BodiesThatLeaveTheDoublesTogether) {
  const Body disc{make_ellipsoid({1e308, 0.5, 1.5}), make_pose({}, {}, {1.75, 1, 1.9})};
  const Body ball{make_sphere(1), {{{1, 0, 0}, {0.5, 1, 0}, {0, 0, 2}}, {-1, -1.5, -0.7}}};
  for (const Body& other : {ball, Body{make_box({1, 1, 1}), {}}, disc}) {
    const PenetrationResult forth = find_penetration(other, disc), back = find_penetration(disc, other);
    EXPECT_EQ(forth.status, back.status);
    EXPECT_TRUE(forth.status != Status::ok || forth.lower <= forth.depth);
  }
}

// A body that its pose makes so small, or so flat, that directions in its frame are subnormal: tables are asked with
// them.
TEST(ExtremeConvex, PosesThatMakeABodyAPoint) {
  oracle::Dice dice(oracle::fixed_seed);
  std::vector<Vec3> points;
  while (points.size() < 400) {
    const double x = dice.uniform(-1, 1), y = dice.uniform(-1, 1);
    const Vec3 p{x, y, dice.uniform(-1, 1)};
    if (length(p) > 0.1) points.push_back(p * (1 / length(p)));
  }
  const Shape ball = make_convex(points);
  for (const double small : {1e-3, 1e-5, 1e-7}) {
    const Body other{make_convex({{{1, small, small},
                                   {1, -small, small},
                                   {1, -small, -small},
                                   {1, small, -small},
                                   {2, 1, 1},
                                   {2, -1, 1},
                                   {2, -1, -1},
                                   {2, 1, -1}}}),
                     {}};
    PairCache cache;
    int answered = 0;
    for (int power = 100; power <= 305; ++power) {
      const double scale = std::pow(10.0, -power);
      for (const Vec3 scales : {Vec3{scale, scale, scale}, {scale, 1, 1}, {scale, 1, scale}}) {
        const Body body{ball, make_pose({}, {}, scales)};
        for (PairCache* const memory : {static_cast<PairCache*>(nullptr), &cache}) {
          const DistanceResult d = find_distance(body, other, {}, memory);
          if (d.status != Status::ok) continue;
          ++answered;
          EXPECT_LE(d.lower, 1) << power;
          EXPECT_GE(d.upper, 1) << power;
          EXPECT_LT(d.upper - d.lower, 1e-9) << power;
        }
      }
    }
    EXPECT_GT(answered, 1000);
  }
}

// The corners of an edge that was nearest before are 2e-80 apart now: squares of such edges lose digits.
TEST(ExtremeConvex, KeptCornersOfABodyThatShrinks) {
  const Shape shape = make_convex({{{0.9, 1.013, 0}, {0.9, -1.013, 0}, {-1, 0, 1}, {-1, 0, -1}}});
  const Body other{make_convex({{{1, 0, 0}, {2, 1, 0}, {2, -1, 1}, {2, -1, -1}}}), {}};
  for (int power = 0; power <= 300; ++power) {
    PairCache cache;
    const DistanceResult first = find_distance({shape, {}}, other, {}, &cache);
    ASSERT_EQ(first.status, Status::ok);
    EXPECT_NEAR(first.distance, 0.1, 1e-12);
    const double scale = std::pow(10.0, -power);
    const Body body{shape, make_pose({}, {}, {scale, scale, scale})};
    const DistanceResult kept = find_distance(body, other, {}, &cache), cold = find_distance(body, other);
    ASSERT_EQ(kept.status, Status::ok);
    ASSERT_EQ(cold.status, Status::ok);
    EXPECT_LE(kept.lower, cold.upper) << power;
    EXPECT_GE(kept.upper, cold.lower) << power;
    EXPECT_NEAR(kept.distance, 1 - 0.9 * scale, 1e-9) << power;
  }
}

}  // namespace
}  // namespace graze
