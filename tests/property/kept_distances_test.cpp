#include "tests/property/kept_distances.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(KeptDistances, AreProvenAndMirror) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_kept_distances(seed, oracle::scaled(300));
    tally.print("distances kept");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.kinds.at("kept distances").rate(), 0.5);
    EXPECT_GT(tally.kinds.at("meet again").rate(), 0.2);
    EXPECT_LT(tally.total().rate(), 0.999);
  }
}

// The corners that were nearest are the same point now: there is no direction from one to the other.
TEST(KeptDistances, CornersThatBecomeOnePoint) {
  oracle::Dice dice(1818);
  for (const int corners : {6, 24, 100, 400}) {
    std::vector<Vec3> points, others;
    for (int i = 0; i < corners; ++i) points.push_back(dice.direction());
    points.push_back({2, 0, 0});
    for (const Vec3& p : points) others.push_back({4 - p.x, 0 - p.y, 0 - p.z});
    const Body a{make_convex(points), {}};
    Body b{make_convex(others), make_pose({0.25, 0, 0})};
    PairCache cache;
    EXPECT_EQ(find_distance(a, b, {}, &cache).distance, 0.25);
    EXPECT_EQ(cache.count, 1u);
    b.pose.translation = {};
    const DistanceResult found = find_distance(a, b, {}, &cache);
    EXPECT_TRUE(found.ok());
    EXPECT_EQ(found.distance, 0);
    b.pose.translation = {0.25, 0, 0};
    EXPECT_EQ(find_distance(a, b, {}, &cache).distance, 0.25);
  }
}

}  // namespace
}  // namespace graze::property
