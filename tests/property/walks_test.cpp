#include "tests/property/walks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/property/sliding.h"

namespace graze::property {
namespace {

void expect_agreement(const Tally& tally, const char* title) {
  tally.print(title);
  EXPECT_EQ(tally.failure, "") << "GRAZE_SEED=" << tally.seed;
}

TEST(Walks, FreshSeed) { expect_agreement(check_walks(oracle::run_seed(), oracle::scaled(45), 25), "walks"); }
TEST(Walks, FixedSeed) { expect_agreement(check_walks(oracle::fixed_seed, oracle::scaled(45), 25), "walks"); }

TEST(Sliding, FreshSeed) {
  const Tally tally = check_sliding(oracle::run_seed(), oracle::scaled(1000));
  expect_agreement(tally, "sliding");
  EXPECT_GT(tally.total().rate(), 0.3);
}

// A box of 2 x 2 x 2 walks on the ground; the others move between its walks.
struct Rescued : testing::Test {
  Body walker{make_box({1, 1, 1}), make_pose({0, 0, 1.01})};
  std::vector<Body> others = {{make_box({10, 10, 1}), make_pose({0, 0, -1})},
                              {make_box({1, 1, 1}), make_pose({4, 0, 1})}};
  MoverCache cache;

  MoverResult step(Vec3 way) {
    const MoverResult result = walk(walker, way, others, {}, &cache);
    EXPECT_EQ(result.status, Status::ok);
    walker.pose = result.pose;
    return result;
  }
  bool clear() const { return !collide(walker, others[0]).yes() && !collide(walker, others[1]).yes(); }
};

TEST_F(Rescued, AShallowOverlapIsPushedOut) {
  EXPECT_EQ(step({0.1, 0, 0}).rescue, MoverRescue::none);
  others[1].pose.translation.x = 2;  // 0.1 deep
  const MoverResult result = step({0, 0, 0});
  EXPECT_EQ(result.rescue, MoverRescue::pushed);
  EXPECT_TRUE(clear());
  EXPECT_EQ(result.on_ground, Answer::yes);
  EXPECT_NEAR(walker.pose.translation.x, -0.002, 0.003);
}

TEST_F(Rescued, ADeepOneGoesBackToTheSafePose) {
  EXPECT_TRUE(step({0.1, 0, 0}).ok());
  const Pose safe = walker.pose;
  walker.pose.translation.x = 4.5;  // put into the other by mistake
  EXPECT_EQ(step({0, 0, 0}).rescue, MoverRescue::safe_pose);
  EXPECT_NEAR(walker.pose.translation.x, safe.translation.x, 0.003);
  EXPECT_TRUE(clear());
}

TEST_F(Rescued, WithoutOneToTheNearestFreePlace) {
  walker.pose.translation.x = 4.5;
  EXPECT_EQ(step({0, 0, 0}).rescue, MoverRescue::nearest_free);
  EXPECT_TRUE(clear());
  EXPECT_LT(length(walker.pose.translation - Vec3{4.5, 0, 1}), 4);
}

TEST_F(Rescued, InSolidRockItIsStuck) {
  others[1] = {make_box({50, 50, 50}), {}};
  const Pose before = walker.pose;
  EXPECT_EQ(step({1, 0, 0}).rescue, MoverRescue::stuck);
  EXPECT_EQ(walker.pose, before);
}

TEST(Walk, BadInputIsAStatus) {
  const Body walker{make_box({1, 1, 1}), {}};
  EXPECT_EQ(walk({}, {1, 0, 0}, {}).status, Status::invalid);
  EXPECT_EQ(walk(walker, {NAN, 0, 0}, {}).status, Status::invalid);
  MoverSettings settings;
  settings.expel = 0;
  EXPECT_EQ(walk(walker, {1, 0, 0}, {}, settings).status, Status::invalid);
  settings = {};
  settings.up = {};
  EXPECT_EQ(walk(walker, {1, 0, 0}, {}, settings).status, Status::invalid);
  const MoverResult alone = walk(walker, {1, 2, -3}, {});
  EXPECT_EQ(alone.status, Status::ok);
  EXPECT_EQ(alone.pose.translation, (Vec3{1, 2, -3}));
  EXPECT_EQ(alone.on_ground, Answer::no);
}

// Two walls that leave a wedge: the walker ends in it, held by both, wherever it is driven in.
TEST(Walk, EndsInAWedge) {
  const std::vector<Body> others = {{make_halfspace({0, 0, 1}, 0), {}},
                                    {make_halfspace({-1, 0.5, 0}, -4), {}},
                                    {make_halfspace({-1, -0.5, 0}, -4), {}}};
  Body walker{make_capsule(0.25, 0.5), make_pose({0, 0.3, 0.76})};
  for (int i = 0; i < 20; ++i) {
    const MoverResult result = walk(walker, {1, i % 3 - 1.0, -0.1}, others);
    ASSERT_EQ(result.status, Status::ok);
    walker.pose = result.pose;
    for (const Body& other : others) EXPECT_TRUE(collide(walker, other).no());
  }
  EXPECT_NEAR(walker.pose.translation.x, 4 - 0.25 * std::sqrt(1.25), 0.02);
  EXPECT_NEAR(walker.pose.translation.y, 0, 0.02);
}

}  // namespace
}  // namespace graze::property
