// The oracles against a second method that shares nothing with them but GMP, and against cases worked by hand.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <vector>

#include "tests/oracle/elimination.h"
#include "tests/oracle/ray_cases.h"
#include "tests/oracle/ray_oracle.h"
#include "tests/oracle/triangle_cases.h"

namespace graze::oracle {
namespace {

void compare_triangles(std::uint64_t seed, std::uint64_t count) {
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Dice dice(seed);
  std::map<CaseKind, std::array<std::uint64_t, 2>> tally;
  for (std::uint64_t i = 0; i < count; ++i) {
    const CaseKind kind = case_kinds[i % case_kinds.size()];
    const TriangleCase c = make_case(dice, kind);
    const bool expected = meet_by_elimination(c.a, c.b);
    ASSERT_EQ(meet(c.a, c.b), expected) << name(kind) << ", case " << i;
    ASSERT_EQ(meet(c.b, c.a), expected) << name(kind) << ", case " << i;
    ++tally[kind][expected ? 1 : 0];
  }
  for (const auto& [kind, counts] : tally) {
    const double rate = static_cast<double>(counts[1]) / static_cast<double>(counts[0] + counts[1]);
    std::printf("  %-12s %.2f of %llu meet\n", name(kind), rate,
                static_cast<unsigned long long>(counts[0] + counts[1]));
    if (counts[0] + counts[1] < 100) continue;
    EXPECT_GT(rate, 0.1) << name(kind);
    EXPECT_LT(rate, 0.9) << name(kind);
  }
}

TEST(TriangleOracle, AgreesWithElimination) {
  compare_triangles(fixed_seed, scaled(9000));
  compare_triangles(run_seed(), scaled(4500));
}

TEST(TriangleOracle, KnowsCasesWorkedByHand) {
  const Triangle flat{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  EXPECT_TRUE(meet(flat, flat));
  EXPECT_TRUE(meet(flat, {{2, 2, 0}, {5, 5, 1}, {5, 5, -1}}));                               // vertex on the long edge
  EXPECT_FALSE(meet(flat, {{2, std::nextafter(2.0, 3.0), 0}, {5, 5, 1}, {5, 5, -1}}));       // an ulp outside
  EXPECT_TRUE(meet(flat, {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}));                                // a point on the face
  EXPECT_FALSE(meet(flat, {{1, 1, 5e-324}, {1, 1, 1}, {2, 1, 5e-324}}));                     // a denormal above
  EXPECT_TRUE(meet(flat, {{1, 1, -1}, {1, 1, 1}, {1, 1, 7}}));                               // a segment through it
  EXPECT_FALSE(meet({{0, 0, 0}, {1, 1, 1}, {3, 3, 3}}, {{4, 4, 4}, {5, 5, 5}, {6, 6, 6}}));  // on one line, apart
  EXPECT_TRUE(meet({{0, 0, 0}, {6, 6, 6}, {3, 3, 3}}, {{5, 5, 5}, {4, 4, 4}, {7, 7, 7}}));   // on one line, over
  EXPECT_TRUE(meet({{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));  // inside, coplanar
  // The touching triangles that distance libraries see 0.26 apart.
  EXPECT_TRUE(meet({{3, 8, 6}, {1, 2, 2}, {5, 4, 6}}, {{8, 1, 8}, {0, 4, 1}, {5, 7, 7}}));
}

void compare_rays(std::uint64_t seed, std::uint64_t count) {
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Dice dice(seed);
  std::uint64_t hits = 0, at_start = 0, cut_by_max = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::vector<Triangle> triangles;
    for (int k = 0; k < 3; ++k) triangles.push_back(make_case(dice, case_kinds[dice.bits() % 8]).a);
    double size = 0;
    for (const Triangle& t : triangles)
      for (Vec3 p : {t.a, t.b, t.c}) size = std::max({size, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    Ray ray = make_ray(dice, ray_kinds[i % ray_kinds.size()], triangles, size > 0 ? size : 1);
    if (dice.chance(3)) ray.max = dice.pick({0.5, 1.0, 2.0, 1e-3});
    std::optional<Hit> expected;
    bool free_hit = false;
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::optional<Rational> t = ray_by_elimination(triangles[k], ray);
      if (t && (!expected || *t < expected->t)) expected = Hit{*t, k};
      free_hit = free_hit || ray_by_elimination(triangles[k], {ray.origin, ray.direction}).has_value();
    }
    const std::optional<Hit> found = RayTarget(triangles).closest(ray);
    ASSERT_EQ(found.has_value(), expected.has_value()) << "case " << i;
    if (free_hit && !expected) ++cut_by_max;
    if (!expected) continue;
    ++hits;
    if (sgn(expected->t) == 0) ++at_start;
    ASSERT_EQ(found->t, expected->t) << "case " << i;
    ASSERT_EQ(found->triangle, expected->triangle) << "case " << i;
  }
  std::printf("  %llu rays, %llu hits, %llu at the start, %llu cut by max\n", static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(hits), static_cast<unsigned long long>(at_start),
              static_cast<unsigned long long>(cut_by_max));
  if (count < 600) return;
  EXPECT_GT(hits, count / 5);
  EXPECT_LT(hits, count - count / 5);
  EXPECT_GT(at_start, count / 50);
  EXPECT_GT(cut_by_max, count / 100);
}

TEST(RayOracle, AgreesWithElimination) {
  compare_rays(fixed_seed, scaled(6000));
  compare_rays(run_seed(), scaled(3000));
}

TEST(RayOracle, CountsHowOftenASurfaceTurnsAroundAPoint) {
  // A tetrahedron, counter-clockwise outward, and the same one inside out.
  const Vec3 o{0, 0, 0}, x{4, 0, 0}, y{0, 4, 0}, z{0, 0, 4};
  const std::vector<Triangle> outward{{o, y, x}, {o, x, z}, {o, z, y}, {x, y, z}};
  std::vector<Triangle> inward;
  for (const Triangle& t : outward) inward.push_back({t.a, t.c, t.b});
  EXPECT_EQ(RayTarget(outward).winding({1, 1, 1}, {3, 1, 2}), 1);
  EXPECT_EQ(RayTarget(inward).winding({1, 1, 1}, {3, 1, 2}), -1);
  EXPECT_EQ(RayTarget(outward).winding({9, 1, 1}, {-3, 1, 2}), 0);
  EXPECT_EQ(RayTarget(outward).winding({1, 1, 0}, {3, 1, 2}), std::nullopt);    // on the surface
  EXPECT_EQ(RayTarget(outward).winding({1, 1, 1}, {3, -1, -1}), std::nullopt);  // into the vertex x
}

// By comparison with the two neighbours instead of by long division.
TEST(Rational, RoundsToTheNearestDoubleTiesToEven) {
  Dice dice(fixed_seed);
  std::uint64_t ties = 0, denormals = 0;
  for (int i = 0; i < 20000; ++i) {
    double low = std::ldexp(dice.uniform(0, 1), dice.integer(-1085, 1020));
    if (dice.chance(4)) low = std::numeric_limits<double>::denorm_min() * dice.integer(0, 9);
    const double high = std::nextafter(low, std::numeric_limits<double>::infinity());
    Rational middle = (exact(low) + exact(high)) / 2, value = middle;
    const int mode = dice.integer(0, 2);
    if (mode == 1) value = exact(low) + (exact(high) - exact(low)) * exact(dice.uniform(0, 1));
    if (mode == 2) value = middle + (exact(high) - exact(low)) * exact(std::ldexp(dice.uniform(-1, 1), -90));
    const int side = cmp(value, middle);
    const bool low_even = (std::bit_cast<std::uint64_t>(low) & 1) == 0;
    const double expected = side < 0 || (side == 0 && low_even) ? low : high;
    ASSERT_EQ(nearest(value), expected);
    ASSERT_EQ(nearest(Rational(-value)), -expected);
    if (side == 0) ++ties;
    if (expected != 0 && expected < std::numeric_limits<double>::min()) ++denormals;
  }
  EXPECT_GT(ties, 1000u);
  EXPECT_GT(denormals, 1000u);
  EXPECT_EQ(nearest(Rational(0)), 0.0);
  EXPECT_EQ(nearest(Rational(1, 3)), 1.0 / 3.0);
}

TEST(Rational, MakesIntegersOfDoublesOverACommonUnit) {
  Unit unit;
  for (double v : {0.75, -3.0, 5e-324, 1e300}) unit.cover(v);
  const Integer one = unit.integer(1.0);
  for (double v : {0.75, -3.0, 5e-324, 1e300, 0.0}) {
    Rational back(unit.integer(v), one);
    back.canonicalize();
    EXPECT_EQ(back, exact(v));
  }
}

}  // namespace
}  // namespace graze::oracle
