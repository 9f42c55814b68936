// Convex bodies with coordinates near both ends of the doubles: finite answers, or a status.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "graze/graze.h"
#include "graze/penetration.h"
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
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::fresh_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    oracle::Dice dice(seed);
    int answered = 0, refused = 0;
    for (int i = 0; i < 300; ++i) {
      const Body a = extreme_body(dice), b = extreme_body(dice);
      const DistanceResult d = distance(a, b);
      (d.status == Status::ok ? answered : refused) += 1;
      if (d.status == Status::ok) {
        EXPECT_TRUE(is_finite(d.point_a) && is_finite(d.point_b) && is_finite(d.normal)) << "case " << i;
        EXPECT_TRUE(d.lower <= d.distance && d.distance <= d.upper) << "case " << i;
      }
      const PenetrationResult p = penetration(a, b);
      if (p.status == Status::ok) {
        EXPECT_TRUE(is_finite(p.vector) && is_finite(p.inside)) << "case " << i;
        EXPECT_TRUE(p.lower <= p.depth) << "case " << i;
      }
    }
    EXPECT_GT(answered, 30);
    EXPECT_GT(refused, 30);
  }
}

}  // namespace
}  // namespace graze
