// Triangles that share two corners, as those of a box's faces do: which one a ray meets first.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "narrow/ray/ray_triangle.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

TEST(NeighbourOrder, IsThatOfTheExactParameters) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    SCOPED_TRACE(seed);
    int both = 0, equal = 0;
    for (int i = 0; i < 40000; ++i) {
      // Corners of a lattice, of random numbers, and of faces that are flat but for rounding.
      const bool lattice = dice.chance(3);
      const auto point = [&] {
        Vec3 p = dice.in_cube(lattice ? 2.5 : 1);
        if (lattice) p = {std::round(p.x), std::round(p.y), std::round(p.z)};
        return p;
      };
      const Vec3 a = point(), b = point(), c = point();
      const Vec3 d = dice.chance(2) ? point() : a * 0.25 + (c * 1.5 - b * 0.75);
      Triangle p{a, b, c}, q = dice.chance(2) ? Triangle{a, b, d} : Triangle{d, a, b};
      if (dice.chance(2)) std::swap(p.b, p.c);
      Ray ray{point() * 2, {}, 8, {}};
      // Towards a corner or edge that they share, or anywhere in the first.
      const double x = lattice ? 0.5 : dice.uniform(0, 1), y = dice.chance(4) ? 0 : dice.uniform(0, 1 - x);
      const Vec3 at = dice.chance(8) ? a : b + (a - b) * x + (c - b) * y;
      ray.direction = at - ray.origin;
      const RayCrossing of_p = ray_meets_triangle(ray, p), of_q = ray_meets_triangle(ray, q);
      if (!of_p.hit || !of_q.hit || of_p.flat || of_q.flat) continue;
      const int exact = compare(exact_parameter(ray, p, of_p), exact_parameter(ray, q, of_q));
      for (const int ties : {-1, 1}) {
        const std::optional<int> told = neighbour_order(ray, p, of_p, q, ties);
        if (!told) continue;
        EXPECT_EQ(*told != 0 ? *told : ties, exact != 0 ? exact : ties);
        const std::optional<int> swapped = neighbour_order(ray, q, of_q, p, -ties);
        ASSERT_TRUE(swapped);
        EXPECT_EQ(*swapped != 0 ? -*swapped : ties, exact != 0 ? exact : ties);
      }
      ++both;
      equal += exact == 0;
    }
    EXPECT_GT(both, 4000);
    EXPECT_GT(equal, 300);
    EXPECT_LT(equal, both - 1000);
  }
}

}  // namespace
}  // namespace graze
