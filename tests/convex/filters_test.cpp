#include <gtest/gtest.h>

#include "tests/property/hull_filters.h"

namespace graze {
using namespace study;
namespace {

TEST(HullFilters, NeverSeparateWhatMeets) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const property::Tally tally = property::check_hull_filters(seed, oracle::scaled(2000), 30);
    tally.print("filters of hulls");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 200) continue;
    EXPECT_GT(tally.kinds.at("plane, apart").rate(), 0.99);
    EXPECT_GT(tally.kinds.at("plane, near").rate(), 0.2);
    EXPECT_GT(tally.kinds.at("program, apart").rate(), 0.99);
    EXPECT_GT(tally.kinds.at("program, near").rate(), 0.9);
    EXPECT_GT(tally.kinds.at("plane, meeting").cases, tally.total().cases / 20);
  }
}

// The number of updates must not depend on where the origin is (errata of the paper: 12 at offset 0, 190 at 10).
TEST(HullFilters, LearnAsFastFarFromTheOrigin) {
  oracle::Dice dice(5);
  std::vector<Vec3> points;
  for (int i = 0; i < 200; ++i) points.push_back(dice.direction());
  const Polytope ball = convex_hull(points);
  const PolytopeFrame frame(ball);
  for (int i = 0; i < 50; ++i) {
    const Vec3 direction = dice.direction();
    std::uint32_t updates[2];
    for (int far = 0; far < 2; ++far) {
      const Vec3 origin = far == 1 ? dice.direction() * 1000 : Vec3{};
      const SeparatingPlaneResult result = separating_plane(PosedPolytope(frame, make_pose(origin)),
                                                            PosedPolytope(frame, make_pose(origin + direction * 2.01)));
      EXPECT_TRUE(result.separate);
      updates[far] = result.updates;
    }
    EXPECT_LE(updates[1], updates[0] + 2);
  }
}

}  // namespace
}  // namespace graze
