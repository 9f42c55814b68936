#include <gtest/gtest.h>

#include <cmath>

#include "tests/property/tracking.h"

namespace graze {
using namespace study;
namespace {

TEST(Tracking, BracketsTheTrueDistance) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const property::Tally tally = property::check_tracking(seed, oracle::scaled(2000), 30);
    tally.print("tracking");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 200) continue;
    EXPECT_GT(tally.kinds.at("apart, cold").rate(), 0.99);
    EXPECT_GT(tally.kinds.at("apart, warm").rate(), 0.99);
    EXPECT_GT(tally.kinds.at("apart, from anywhere").rate(), 0.98);
    EXPECT_GT(tally.kinds.at("meeting, cold").cases, tally.total().cases / 20);
  }
}

// What tracking is for: along a path the features change little, and the start hardly costs.
TEST(Tracking, FollowsAnOrbitInFewSteps) {
  oracle::Dice dice(11);
  std::vector<Vec3> points;
  for (int i = 0; i < 512; ++i) points.push_back(dice.direction());
  const Polytope ball = convex_hull(points);
  const PolytopeFrame frame(ball);
  const PosedPolytope still(frame, {});
  TrackCache cache;
  std::uint32_t steps = 0, escapes = 0;
  const int frames = 2000;
  for (int i = 0; i < frames; ++i) {
    const double angle = 6.283185307179586 * i / frames;
    const Pose pose = make_pose(Vec3{std::cos(angle), std::sin(angle), 0.1 * std::sin(3 * angle)} * 2.2,
                                {0, 0, std::sin(5 * angle), std::cos(5 * angle)});
    const PosedPolytope moving(frame, pose);
    const TrackResult warm = track(still, moving, &cache), cold = track(still, moving);
    ASSERT_EQ(warm.status, TrackStatus::separate);
    ASSERT_EQ(cold.status, TrackStatus::separate);
    EXPECT_LE(warm.lower, cold.upper);
    EXPECT_LE(cold.lower, warm.upper);
    EXPECT_LT(warm.upper - warm.lower, 1e-13);
    steps += i == 0 ? 0 : warm.steps;
    escapes += warm.escapes;
  }
  EXPECT_LT(steps, frames);
  EXPECT_GT(steps, 0u);
  EXPECT_EQ(escapes, 0u);
}

TEST(Tracking, FindsCommonPoints) {
  const Polytope box = convex_hull(std::vector<Vec3>{
      {-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {-1, 1, 1}, {1, 1, 1}});
  const PolytopeFrame frame(box);
  const auto status = [&](const Pose& pose) {
    return track(PosedPolytope(frame, {}), PosedPolytope(frame, pose)).status;
  };
  EXPECT_EQ(status(make_pose({1.9, 1.8, 1.7})), TrackStatus::meeting);
  EXPECT_EQ(status(make_pose({0.1, 0, 0}, {}, {0.5, 0.5, 0.5})), TrackStatus::meeting);
  EXPECT_EQ(status(make_pose({2, 0, 0})), TrackStatus::meeting);
  EXPECT_EQ(status(make_pose({2.1, 0, 0})), TrackStatus::separate);
  // An edge through two faces of the other, no vertex inside.
  EXPECT_EQ(status(make_pose({2.2, 0, 0}, {0, 0, 0.3826834323650898, 0.9238795325112867}, {1, 1, 2})),
            TrackStatus::meeting);
}

}  // namespace
}  // namespace graze
