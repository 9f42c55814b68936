#include "tests/property/triangle_distances.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

void compare_distances(std::uint64_t seed, std::uint64_t count) {
  WithinTally within;
  const Tally tally = check_triangle_distances(seed, count, within);
  tally.print("triangle distances (hits: apart)");
  std::printf("  within: %llu yes, %llu no, %llu ties\n", static_cast<unsigned long long>(within.yes),
              static_cast<unsigned long long>(within.no), static_cast<unsigned long long>(within.ties));
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (count < 4000) return;
  EXPECT_GT(tally.total().rate(), 0.6);
  EXPECT_LT(tally.total().rate(), 0.95);
  for (const auto& [kind, counts] : tally.kinds) EXPECT_GT(counts.rate(), 0.3) << kind;
  EXPECT_GT(within.yes, within.no / 3);
  EXPECT_GT(within.no, within.yes / 3);
  EXPECT_GT(within.ties, count / 50);
}

TEST(TriangleDistances, AgreeWithTheOracleOnTheFixedSeed) {
  compare_distances(oracle::fixed_seed, oracle::thinned(40000));
}
TEST(TriangleDistances, AgreeWithTheOracleOnAFreshSeed) {
  compare_distances(oracle::run_seed(), oracle::scaled(16000));
}

TEST(TriangleDistances, NameTheFeatures) {
  using Kind = TriangleFeature::Kind;
  const Triangle flat{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  const TriangleDistance over = triangle_distance(flat, {{5, 5, 9}, {1, 1, 3}, {1, 3, 4}});
  EXPECT_EQ(over.distance, 3);
  EXPECT_EQ(over.feature_a, (TriangleFeature{Kind::face, 0}));
  EXPECT_EQ(over.feature_b, (TriangleFeature{Kind::vertex, 1}));
  EXPECT_EQ(over.point_a, (Vec3{1, 1, 0}));
  EXPECT_EQ(over.normal, (Vec3{0, 0, 1}));
  const TriangleDistance aside = triangle_distance(flat, {{3, 3, -1}, {3, 3, 1}, {9, 9, 0}});
  EXPECT_EQ(aside.feature_a, (TriangleFeature{Kind::edge, 1}));
  EXPECT_EQ(aside.feature_b, (TriangleFeature{Kind::edge, 0}));
  EXPECT_NEAR(aside.distance, std::sqrt(2.0), 1e-14);
  const TriangleDistance corners = triangle_distance(flat, {{-3, -4, 0}, {-9, -9, 0}, {-9, -8, 1}});
  EXPECT_EQ(corners.distance, 5);
  EXPECT_EQ(corners.feature_a, (TriangleFeature{Kind::vertex, 0}));
  EXPECT_EQ(corners.feature_b, (TriangleFeature{Kind::vertex, 0}));
}

// Libraries see these 0.26 apart.
TEST(TriangleDistances, AreZeroWhereTrianglesTouch) {
  const Triangle a{{3, 8, 6}, {1, 2, 2}, {5, 4, 6}}, b{{8, 1, 8}, {0, 4, 1}, {5, 7, 7}};
  EXPECT_EQ(triangle_distance(a, b).distance, 0);
  EXPECT_TRUE(triangles_within(a, b, 0));
}

TEST(TriangleDistances, TellsACommonPointNearTheEndOfTheDoubles) {
  const double most = std::numeric_limits<double>::max();
  const Triangle a{{-most, 0, 0}, {most, 0, 0}, {0, most, 1}}, b{{1, -most, -1}, {1, most / 3, -1}, {1, 1, most}};
  const TriangleDistance d = triangle_distance(a, b);
  EXPECT_EQ(d.distance, 0);
  EXPECT_NE(d.feature_a.kind, TriangleFeature::Kind::vertex);
  EXPECT_NE(d.feature_b.kind, TriangleFeature::Kind::vertex);
  EXPECT_LT(d.point_bound, most * 0x1p-46);
}

TEST(TriangleDistances, WithinTakesAnyNumbers) {
  constexpr double infinity = std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::max();
  const Triangle a{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, b{{0, 0, 5}, {1, 0, 5}, {0, 1, 5}};
  EXPECT_TRUE(triangles_within(a, b, 5));
  EXPECT_FALSE(triangles_within(a, b, std::nextafter(5.0, 0)));
  EXPECT_TRUE(triangles_within(a, b, 5 - 0x1p-60, 0x1p-60));
  EXPECT_FALSE(triangles_within(a, b, 5, -5e-324));
  EXPECT_TRUE(triangles_within(a, b, 5, 5e-324));
  EXPECT_TRUE(triangles_within(a, b, infinity));
  EXPECT_TRUE(triangles_within(a, b, most, most));
  EXPECT_FALSE(triangles_within(a, b, -infinity));
  EXPECT_FALSE(triangles_within(a, b, infinity, -infinity));
  EXPECT_FALSE(triangles_within(a, a, -1));
  EXPECT_FALSE(triangles_within(a, a, std::nan("")));
  EXPECT_TRUE(triangles_within(a, a, 1, -1));
  // As far apart as no double is.
  const Triangle low{{-most, -most, -most}, {-most, -most, 0}, {-most, 0, -most}};
  const Triangle high{{most, most, most}, {most, most, 1}, {most, 1, most}};
  EXPECT_EQ(triangle_distance(low, high).distance, infinity);
  EXPECT_FALSE(triangles_within(low, high, most));
}

}  // namespace
}  // namespace graze::property
