// Where a segment runs through a triangle: what doubles and pairs of doubles say is what exact arithmetic says.
#include "narrow/contact/crossing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "narrow/triangle/exact_distance.h"
#include "narrow/triangle/triangle_triangle.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

TEST(Crossing, IsRoundedAsExactArithmeticDoes) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    const std::uint64_t count = oracle::scaled(40000);
    std::uint64_t plain = 0, none = 0, unknown = 0, within = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const double size = dice.chance(4) ? std::fabs(dice.magnitude(-40, 40)) : 1;
      const bool grid = dice.chance(5);
      const auto corner = [&] { return (grid ? dice.grid(-3, 3) * 0.25 : dice.in_cube(1)) * size; };
      const Triangle t{corner(), corner(), corner()};
      const double u = dice.uniform(0.05, 0.6), v = dice.uniform(-0.1, 0.5);
      const Vec3 through = t.a + (t.b - t.a) * u + (t.c - t.a) * v;
      Vec3 way = corner();
      // Hardly out of the plane.
      if (dice.chance(2))
        way = (t.b - t.a) * dice.uniform(-1, 1) + (t.c - t.a) * dice.uniform(-1, 1) +
              way * std::pow(10.0, dice.uniform(-12, 0));
      const Vec3 p = grid ? corner() : through - way * dice.uniform(0, 1);
      const Vec3 q = grid ? corner() : through + way * dice.uniform(0, 1);
      const Triangle segment{p, q, q};
      Vec3 point;
      const Crossing crossing = plain_crossing(p, q, t, 0, point);
      const bool meet = triangles_meet(segment, t);
      if (crossing == Crossing::none) {
        ASSERT_FALSE(meet) << "seed " << seed << ", case " << i;
      }
      ++(crossing == Crossing::plain ? plain : crossing == Crossing::none ? none : unknown);
      if (crossing != Crossing::plain) continue;
      ASSERT_TRUE(meet) << "seed " << seed << ", case " << i;
      const CommonPoint exact = common_point(segment, t);
      ASSERT_EQ(point, exact.point) << "seed " << seed << ", case " << i;
      ASSERT_EQ(exact.feature_a.kind, TriangleFeature::Kind::edge);
      ASSERT_EQ(exact.feature_b.kind, TriangleFeature::Kind::face);
      // The plain way is as near to it as it says.
      const double scale = std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z), length(q - p)});
      if (plain_crossing(p, q, t, 0x1p-40 * scale, point) != Crossing::plain) continue;
      ASSERT_LE(length(point - exact.point), 0x1p-39 * scale) << "seed " << seed << ", case " << i;
      ++within;
    }
    std::printf("crossings, seed %llu: %llu plain, %llu none, %llu unknown, %llu within\n",
                static_cast<unsigned long long>(seed), static_cast<unsigned long long>(plain),
                static_cast<unsigned long long>(none), static_cast<unsigned long long>(unknown),
                static_cast<unsigned long long>(within));
    if (count < 1000) continue;
    EXPECT_GT(plain, count / 3);
    EXPECT_GT(none, count / 20);
    EXPECT_GT(unknown, count / 100);
    EXPECT_EQ(within, plain);
  }
}

// Coordinates so small that products of them lose all digits, beside ordinary ones.
TEST(Crossing, IsRoundedSoOfCoordinatesOfAllSizes) {
  {
    const Triangle t{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}};
    const Vec3 p{0, 0, -1}, q{5e-324, 0, 1 - 0x1p-53};
    Vec3 point;
    ASSERT_EQ(common_point({p, q, q}, t).point, (Vec3{5e-324, 0, 0}));
    if (plain_crossing(p, q, t, 0, point) == Crossing::plain) {
      EXPECT_EQ(point, (Vec3{5e-324, 0, 0}));
    }
  }
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    const std::uint64_t count = oracle::scaled(20000);
    std::uint64_t plain = 0, tiny = 0, unknown = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto any = [&] {
        return dice.chance(3)
                   ? 0
                   : std::copysign(std::ldexp(dice.uniform(1, 2), dice.pick({-1075, -1074, -1072, -1060, -1022, -1000,
                                                                             -970, -950, -900, -600, -300, -60, -3})),
                                   dice.uniform(-1, 1));
      };
      // Its plane leaves out z = 0 a little, so that the crossing is at no simple part of the segment.
      const double tilt = dice.chance(2) ? 0 : dice.uniform(-0.1, 0.1);
      const Triangle t{{-1, -1, tilt}, {1, -1, -tilt}, {0, 2, tilt / 3}};
      const Vec3 p{any(), any(), -dice.uniform(0.5, 1)}, q{any(), any(), dice.uniform(0.5, 1)};
      Vec3 point;
      const Crossing crossing = plain_crossing(p, q, t, 0, point);
      ASSERT_NE(crossing, Crossing::none) << "seed " << seed << ", case " << i;
      unknown += crossing == Crossing::unknown;
      if (crossing != Crossing::plain) continue;
      ++plain;
      ASSERT_EQ(point, common_point({p, q, q}, t).point) << "seed " << seed << ", case " << i;
      tiny += (p.x != q.x && std::fabs(point.x) < 0x1p-900) || (p.y != q.y && std::fabs(point.y) < 0x1p-900);
    }
    std::printf("crossings of all sizes, seed %llu: %llu plain, %llu of them at tiny coordinates, %llu unknown\n",
                static_cast<unsigned long long>(seed), static_cast<unsigned long long>(plain),
                static_cast<unsigned long long>(tiny), static_cast<unsigned long long>(unknown));
    if (count < 1000) continue;
    EXPECT_GT(plain, count / 20);
    EXPECT_GT(tiny, count / 200);
    EXPECT_GT(unknown, count / 20);
  }
}

}  // namespace
}  // namespace graze
