// Segments end exactly where they are given to end.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/graze.h"
#include "graze/record.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

TEST(Segments, ToAPointOnATriangleHitItAtOne) {
  oracle::Dice dice(oracle::fixed_seed);
  int rounded = 0;
  for (int i = 0; i < 3000; ++i) {
    // q on the triangle's plane z = c, inside: exactly on it, whatever its x and y are.
    const double c = dice.uniform(-1, 1);
    const Shape tile = make_soup({{-2, -2, c}, {4, -2, c}, {-2, 4, c}});
    const Vec3 q{dice.uniform(-0.5, 0.5), dice.uniform(-0.5, 0.5), c};
    const Vec3 p{dice.uniform(-9, 9), dice.uniform(-9, 9), c + (i % 2 == 0 ? 1 : -1) * dice.uniform(0.1, 5)};
    rounded += p.z + (q.z - p.z) != q.z ? 1 : 0;
    for (const bool turned : {false, true}) {
      const RayResult result = cast({tile, {}}, turned ? ray_between(q, p) : ray_between(p, q));
      ASSERT_TRUE(result.yes()) << i;
      EXPECT_EQ(result.closest.t, turned ? 0 : 1) << i;
    }
    // One unit in the last place short of the plane is a miss.
    const double short_of = std::nextafter(c, p.z);
    EXPECT_TRUE(cast({tile, {}}, ray_between(p, {q.x, q.y, short_of})).no()) << i;
  }
  EXPECT_GT(rounded, 100);  // where p + (q - p) in double is not q
}

TEST(Segments, InThePlaneOfATriangle) {
  const Shape tile = make_soup({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  EXPECT_TRUE(cast({tile, {}}, ray_between({0.25, -1, 0}, {0.25, 0, 0})).yes());
  EXPECT_TRUE(cast({tile, {}}, ray_between({0.25, -1, 0}, {0.25, std::nextafter(0.0, -1.0), 0})).no());
  EXPECT_EQ(cast({tile, {}}, ray_between({0.1, -0.3, 0}, {0.1, 0, 0})).closest.t, 1);
  EXPECT_EQ(cast({tile, {}}, ray_between({1, 1, 1}, {1, 1, 1})).status, Status::invalid);
}

TEST(Segments, AsAQueryLine) {
  const Shape tile = make_soup({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  EXPECT_EQ(ray_line("s", {tile, {}}, ray_between({0, 0, 1}, {0.5, 0, -1})),
            R"({"op":"ray","shape":"s","origin":[0,0,1],"to":[0.5,0,-1]})");
  EXPECT_EQ(ray_line("s", {tile, {}}, {{0, 0, 1}, {0.5, 0, -1}, 4}),
            R"({"op":"ray","shape":"s","origin":[0,0,1],"direction":[0.5,0,-1],"max":4})");
}

// Whether a triangle has a normal is exact, and so is which way it points.
TEST(Slivers, HaveANormalUnlessTheyAreDegenerate) {
  const double e = 0x1p-53;
  const Shape flat = make_soup({{-e, -3 * e, 0}, {1, 3, 0}, {5, 15, 0}});
  const RayResult on_flat = cast({flat, {}}, {{1, 3, 1}, {0, 0, -1}});
  ASSERT_TRUE(on_flat.yes());
  EXPECT_EQ(on_flat.closest.normal, Vec3{});
  const Shape sliver = make_soup({{-1e-17, 0, 0}, {1, 1, 0}, {2, 2, 0}});
  const RayResult on_sliver = cast({sliver, {}}, {{1, 1, 1}, {0, 0, -1}});
  ASSERT_TRUE(on_sliver.yes());
  EXPECT_EQ(std::fabs(on_sliver.closest.normal.z), 1);
  EXPECT_EQ(on_sliver.closest.barycentric, (Vec3{0, 1, 0}));
}

}  // namespace
}  // namespace graze
