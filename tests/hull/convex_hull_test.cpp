#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "graze/error.h"
#include "hull/polytope.h"
#include "tests/property/hulls.h"

namespace graze {
namespace {

std::vector<Vec3> cube_grid(int n) {
  std::vector<Vec3> points;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j)
      for (int k = 0; k <= n; ++k)
        points.push_back({static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)});
  return points;
}

TEST(ConvexHull, EqualsBruteForceInAnyOrder) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const property::Tally tally = property::check_hulls(seed, oracle::scaled(2200), 12, true);
    tally.print("small hulls");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 200) continue;
    EXPECT_GT(tally.total().rate(), 0.4);
    EXPECT_LT(tally.total().rate(), 0.9);
  }
}

TEST(ConvexHull, OfManyPointsIsValidInAnyOrder) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const property::Tally tally = property::check_hulls(seed, oracle::scaled(110), 300, false);
    tally.print("hulls");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.5);
    EXPECT_LT(tally.total().rate(), 0.9);
  }
}

TEST(ConvexHull, OfAGridIsACubeOfEightCorners) {
  const std::vector<Vec3> points = cube_grid(6);
  const Polytope hull = convex_hull(points);
  EXPECT_EQ(validate(hull, points), "");
  EXPECT_EQ(hull.vertices.size(), 8u);
  EXPECT_EQ(hull.facet_count(), 6u);
  EXPECT_EQ(hull.loop.size(), 24u);
}

TEST(ConvexHull, OfALargeBallIsValid) {
  oracle::Dice dice(7);
  std::vector<Vec3> points;
  while (points.size() < 20000)
    if (const Vec3 p = dice.in_cube(1); dot(p, p) <= 1) points.push_back(p);
  const Polytope hull = convex_hull(points);
  EXPECT_EQ(validate(hull, points), "");
  EXPECT_GT(hull.vertices.size(), 300u);
}

TEST(ConvexHull, TakesTheFirstOfEqualPointsBitForBit) {
  const std::vector<Vec3> points{{1, 1, 1}, {-0.0, 0, 0}, {0.0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -0.0, 1}};
  const Polytope hull = convex_hull(points);
  EXPECT_EQ(hull.dimension, 3);
  EXPECT_EQ(hull.sources, (std::vector<std::uint32_t>{0, 1, 3, 5, 6}));
  EXPECT_TRUE(std::signbit(hull.vertices[1].x));
  EXPECT_EQ(validate(hull, points), "");
}

TEST(ConvexHull, KnowsEveryDimension) {
  const auto dimension = [](std::vector<Vec3> points) { return convex_hull(points).dimension; };
  EXPECT_EQ(dimension({{1, 2, 3}, {1, 2, 3}}), 0);
  EXPECT_EQ(dimension({{1, 2, 3}, {2, 4, 6}, {-1, -2, -3}}), 1);
  EXPECT_EQ(dimension({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.5, 0}}), 2);
  // One place in the last digit off the plane is off the plane.
  EXPECT_EQ(dimension({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, std::nextafter(1.0, 2.0)}}), 3);
  EXPECT_EQ(dimension({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 5e-324}}), 3);
}

TEST(ConvexHull, OfAPolygonHasTwoFacets) {
  const std::vector<Vec3> points{{0, 0, 2}, {2, 0, 2}, {1, 0, 2}, {1, 1, 2}, {2, 2, 2}, {0, 2, 2}};
  const Polytope hull = convex_hull(points);
  EXPECT_EQ(validate(hull, points), "");
  EXPECT_EQ(hull.sources, (std::vector<std::uint32_t>{0, 1, 4, 5}));
  EXPECT_EQ(hull.loop, (std::vector<std::uint32_t>{0, 1, 2, 3, 0, 3, 2, 1}));
}

TEST(ConvexHull, RefusesNothingAndInfinity) {
  EXPECT_THROW(convex_hull({}), Error);
  const std::vector<Vec3> bad{{0, 0, 0}, {std::numeric_limits<double>::infinity(), 0, 0}};
  EXPECT_THROW(convex_hull(bad), Error);
}

// What validate() is worth: every kind of damage is found.
TEST(ConvexHull, ValidationFindsDamage) {
  const std::vector<Vec3> points = cube_grid(1);
  const Polytope good = convex_hull(points);
  ASSERT_EQ(validate(good, points), "");
  const auto damaged = [&](auto damage) {
    Polytope bad = good;
    damage(bad);
    return validate(bad, points);
  };
  EXPECT_NE(damaged([](Polytope& p) { p.dimension = 2; }), "");
  EXPECT_NE(damaged([](Polytope& p) { p.vertices[3].x += 1; }), "");
  EXPECT_NE(damaged([](Polytope& p) { std::swap(p.sources[0], p.sources[1]); }), "");
  EXPECT_NE(damaged([](Polytope& p) { std::swap(p.loop[1], p.loop[3]); }), "");
  EXPECT_NE(damaged([](Polytope& p) { std::swap(p.twin[0], p.twin[1]); }), "");
  EXPECT_NE(damaged([](Polytope& p) { std::swap(p.neighbours[0], p.neighbours[1]); }), "");
  EXPECT_NE(damaged([](Polytope& p) { p.facet_start[1] += 1; }), "");
  EXPECT_NE(damaged([](Polytope& p) { p.facet[5] = 0; }), "");
  EXPECT_NE(damaged([](Polytope& p) { std::swap(p.outgoing[0], p.outgoing[1]); }), "");
  // The hull of other points.
  std::vector<Vec3> more = points;
  more.push_back({0.5, 0.5, std::nextafter(1.0, 2.0)});
  EXPECT_NE(validate(good, more), "");
  more.back() = {0.5, 0.5, 1};
  EXPECT_EQ(validate(good, more), "");
}

}  // namespace
}  // namespace graze
