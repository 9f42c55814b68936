// What a walker slid along is told: where, which way it looks, and whose it is.
#include <gtest/gtest.h>

#include <vector>

#include "graze/graze.h"

namespace graze {
namespace {

const Body ground{make_halfspace({0, 0, 1}, 0), Pose{}};
Body walker_at(Vec3 place) { return {make_box({0.3, 0.3, 0.9}), make_pose(place)}; }
Body wall_at(Vec3 place, Vec3 half) { return {make_box(half), make_pose(place)}; }

void expect_near(Vec3 x, Vec3 y) { EXPECT_LT(length(x - y), 1e-6) << x.x << ' ' << x.y << ' ' << x.z; }

TEST(Walls, none_on_a_free_way) {
  const std::vector<Body> level{ground};
  const MoverResult result = walk(walker_at({0, 0, 0.91}), {1, 0, -0.1}, level);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.planes, 0);
  EXPECT_TRUE(result.walls.empty()) << "the ground is no wall";
}

TEST(Walls, two_of_a_corner_in_the_order_that_they_are_met) {
  const std::vector<Body> level{ground, wall_at({2, 0, 2}, {0.1, 5, 2}), wall_at({0, 3, 2}, {5, 0.1, 2})};
  const MoverResult result = walk(walker_at({0, 0, 0.91}), {5, 4, 0}, level);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result.blocked);
  ASSERT_EQ(result.walls.size(), 2u);
  EXPECT_EQ(result.planes, 2);
  EXPECT_EQ(result.walls[0].body, 1u);
  EXPECT_EQ(result.walls[1].body, 2u);
  expect_near(result.walls[0].normal, {-1, 0, 0});
  expect_near(result.walls[1].normal, {0, -1, 0});
  EXPECT_NEAR(result.walls[0].point.x, 1.9, 0.01);
  EXPECT_NEAR(result.walls[1].point.y, 2.9, 0.01);
}

TEST(Walls, a_steep_wall_has_its_own_normal) {
  // Turned by 0.5 about y: its face looks at the walker and up, and is too steep to stand on.
  const std::vector<Body> level{ground,
                                {make_box({1, 5, 3}), make_pose({3, 0, 0}, normalized({0, std::tan(0.25), 0, 1}))}};
  const MoverResult result = walk(walker_at({0, 0, 0.91}), {4, 1, 0}, level, {.step = 0});
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result.walls.size(), 1u);
  EXPECT_EQ(result.walls[0].body, 1u);
  expect_near(result.walls[0].normal, {-std::cos(0.5), 0, std::sin(0.5)});
  EXPECT_GT(result.pose.translation.y, 0.9) << "it slid";
}

TEST(Walls, a_step_that_was_climbed_is_none) {
  const std::vector<Body> level{ground, wall_at({2, 0, 0.1}, {1, 5, 0.1})};
  const MoverResult result = walk(walker_at({0, 0, 0.901}), {1.5, 0, 0}, level);
  ASSERT_TRUE(result.ok());
  ASSERT_TRUE(result.stepped);
  EXPECT_EQ(result.planes, 0);
  EXPECT_TRUE(result.walls.empty());
  // A wall on the step is.
  std::vector<Body> higher = level;
  higher.push_back(wall_at({1.5, 0, 2}, {0.1, 5, 2}));
  const MoverResult stopped = walk(walker_at({0, 0, 0.901}), {1.5, 0.5, 0}, higher);
  ASSERT_TRUE(stopped.stepped);
  ASSERT_EQ(stopped.walls.size(), 1u);
  EXPECT_EQ(stopped.walls[0].body, 2u);
}

TEST(Walls, what_it_slides_down_in_the_air) {
  const std::vector<Body> level{{make_box({1, 5, 3}), make_pose({0, 0, 0}, normalized({0, std::tan(0.25), 0, 1}))}};
  const MoverResult result = walk({make_sphere(0.3), make_pose({-0.9, 0, 2.5})}, {0, 0, -2}, level);
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result.walls.size(), 1u);
  EXPECT_EQ(result.planes, 1);
  EXPECT_LT(result.walls[0].normal.x, -0.5);
}

TEST(Walls, of_a_world_by_name) {
  World world;
  world.add(ground, {.key = 5});
  const ObjectId first = world.add(wall_at({2, 0, 2}, {0.1, 5, 2}), {.key = 9, .user = 90});
  const ObjectId second = world.add(wall_at({0, 3, 2}, {5, 0.1, 2}), {.key = 7, .user = 70});
  world.add(wall_at({0, -30, 2}, {5, 0.1, 2}), {.key = 1});
  world.apply();
  const WorldWalkResult found = walk(world, walker_at({0, 0, 0.91}), {5, 4, 0});
  ASSERT_TRUE(found.result.ok());
  ASSERT_EQ(found.walls.size(), 2u);
  ASSERT_EQ(found.result.walls.size(), 2u);
  EXPECT_EQ(found.walls[0], (ObjectName{first, 9, 90}));
  EXPECT_EQ(found.walls[1], (ObjectName{second, 7, 70}));
  EXPECT_EQ(found.result.walls[0].body, 0u);
  expect_near(found.result.walls[1].normal, {0, -1, 0});
}

}  // namespace
}  // namespace graze
