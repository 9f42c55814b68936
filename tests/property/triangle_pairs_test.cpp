#include "tests/property/triangle_pairs.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

void compare_pairs(std::uint64_t seed, std::uint64_t count) {
  const Tally tally = check_triangle_pairs(seed, count);
  tally.print("triangle pairs");
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (count < 9000) return;
  EXPECT_GT(tally.total().rate(), 0.2);
  EXPECT_LT(tally.total().rate(), 0.8);
  for (const auto& [kind, counts] : tally.kinds) {
    EXPECT_GT(counts.rate(), 0.1) << kind;
    EXPECT_LT(counts.rate(), 0.9) << kind;
  }
}

TEST(TrianglePairs, AgreeWithTheOracleOnTheFixedSeed) { compare_pairs(oracle::fixed_seed, oracle::thinned(216000)); }
TEST(TrianglePairs, AgreeWithTheOracleOnAFreshSeed) { compare_pairs(oracle::run_seed(), oracle::scaled(54000)); }

void expect_meet(const Triangle& a, const Triangle& b) {
  ASSERT_TRUE(oracle::meet(a, b));
  EXPECT_TRUE(triangles_meet(a, b));
  EXPECT_TRUE(triangles_meet(b, a));
  EXPECT_TRUE(collide(single(a), single(b)).yes());
  EXPECT_TRUE(collide(single(b), single(a)).yes());
}

// A term of the plane test overflows while its error bound does not.
TEST(TrianglePairs, MeetWhereOneCornerIsNearTheEndOfTheDoubles) {
  expect_meet({{3, 0, 3}, {3, 3, 3}, {0, 1, 2}}, {{0x1p1021, 0, 0}, {3, 1, 3}, {0, 3, 1}});
}

// Normals whose squared length underflows, in bodies of ordinary size.
TEST(TrianglePairs, MeetWhereAnEdgeIsTiny) {
  for (const double e : {1e-100, 1e-155, 1e-160, 1e-161, 1e-162, 1e-300, 5e-324})
    expect_meet({{2 * e, 0, e}, {0, 1, 3}, {e, 3 * e, 3 * e}}, {{0, e, 3 * e}, {3, 3, 1}, {0, 0, 3 * e}});
}

}  // namespace
}  // namespace graze::property
