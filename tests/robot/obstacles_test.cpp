// Trajectories among obstacles, against dense samples and against RobotChecker; clouds of points as obstacles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "graze/error.h"
#include "graze/points.h"
#include "graze/robot_checker.h"
#include "tests/property/checkers.h"

namespace graze {
namespace {

using property::random_robot;
using property::random_values;
using Values = std::vector<double>;

std::vector<Vec3> random_cloud(oracle::Dice& dice) {
  const Vec3 middle = dice.in_cube(1.2);
  std::vector<Vec3> points;
  for (int k = dice.pick({1, 5, 40}); k > 0; --k) points.push_back(middle + dice.in_cube(0.3));
  return points;
}

// Also scaled, mirrored and sheared ones, and clouds.
std::vector<Obstacle> random_obstacles(oracle::Dice& dice) {
  std::vector<Obstacle> obstacles;
  for (int k = dice.integer(1, 5); k > 0; --k) {
    Obstacle obstacle{"obstacle " + std::to_string(k), {}, make_pose(dice.in_cube(1.2), dice.rotation())};
    if (dice.chance(4)) {
      obstacle.shape = make_points(random_cloud(dice), dice.chance(2) ? 0 : 0.05);
      obstacle.pose = {};
    } else {
      obstacle.shape = property::random_link_shape(dice);
      const double s = dice.uniform(0.3, 2);
      if (dice.chance(3)) obstacle.pose = obstacle.pose * Pose{{{s, 0, 0}, {0.1, -s, 0}, {0, 0, 1}}, {}};
    }
    obstacles.push_back(std::move(obstacle));
  }
  return obstacles;
}

bool meets(const Robot& robot, std::uint32_t link, const Obstacle& obstacle, const Values& values) {
  return collide({robot.links[link].shape, link_poses(robot, values)[link]}, {obstacle.shape, obstacle.pose}).yes();
}

TEST(Obstacles, TrajectoriesAgainstDenseSamples) {
  const std::uint64_t seed = oracle::fixed_seed;
  oracle::Dice dice(seed);
  int cases = 0, hits = 0, stands = 0, compared = 0;
  for (std::uint64_t i = 0; i < oracle::scaled(150); ++i) {
    SCOPED_TRACE(i);
    const Robot robot = random_robot(dice, dice.integer(3, 6));
    const auto links = static_cast<std::uint32_t>(robot.links.size());
    const std::vector<Obstacle> obstacles = random_obstacles(dice);
    const std::vector<Values> waypoints = {random_values(dice, robot), random_values(dice, robot),
                                           random_values(dice, robot)};
    const TrajectoryResult result = check_trajectory(robot, waypoints, {.threads = 1}, {}, obstacles);
    ++cases;
    // When each link and obstacle are first told of; {9, 0}: never.
    const auto pair = [&](std::uint32_t link, std::size_t obstacle) { return link * obstacles.size() + obstacle; };
    std::vector<TrajectoryTime> first(links * obstacles.size(), TrajectoryTime{9, 0});
    std::vector<std::uint8_t> skipped(first.size());
    bool hit = false;
    for (const TrajectoryContact& contact : result.contacts) {
      if (contact.b < links) continue;
      ASSERT_LT(contact.a, links) << "two obstacles";
      TrajectoryTime& time = first[pair(contact.a, contact.b - links)];
      time = std::min(time, contact.from);
      hit = hit || contact.contact;
      const Obstacle& obstacle = obstacles[contact.b - links];
      const Body link{robot.links[contact.a].shape, link_poses(robot, contact.values)[contact.a]};
      if (contact.contact) {
        EXPECT_LT(find_distance(link, {obstacle.shape, obstacle.pose}).lower, 1e-12);
      }
    }
    hits += hit;
    for (const TrajectoryResult::Unfinished& open : result.unfinished) {
      if (open.b < links) continue;
      TrajectoryTime& time = first[pair(open.a, open.b - links)];
      time = std::min(time, open.from);
    }
    for (const TrajectoryResult::Unchecked& left : result.unchecked) {
      if (left.b < links) continue;
      skipped[pair(left.a, left.b - links)] = 1;
      if (left.value != SelfClass::adjacent) continue;
      ++stands;
      EXPECT_TRUE(meets(robot, left.a, obstacles[left.b - links], waypoints[0]));
      EXPECT_EQ(link_poses(robot, waypoints[0])[left.a], link_poses(robot, waypoints[1])[left.a]);
    }
    for (std::size_t way = 0; way + 1 < waypoints.size(); ++way) {
      for (int k = 0; k < 40; ++k) {
        const TrajectoryTime time{way, k / 40.0};
        const Values values = property::values_between(waypoints[way], waypoints[way + 1], time.fraction);
        for (std::uint32_t link = 0; link < links; ++link) {
          for (std::size_t o = 0; robot.links[link].shape && o < obstacles.size(); ++o) {
            if (skipped[pair(link, o)] || !(time < first[pair(link, o)])) continue;
            const bool met = meets(robot, link, obstacles[o], values);
            ASSERT_FALSE(met) << robot.links[link].name << " meets " << obstacles[o].name << " unseen";
          }
        }
      }
    }
    // The checker that planners call finds the same first contact of all.
    RobotChecker checker(robot, {.skip_adjacent = false, .threads = 1});
    for (const Obstacle& obstacle : obstacles) checker.add_obstacle(obstacle.shape, obstacle.pose);
    for (const TrajectoryResult::Unchecked& left : result.unchecked) checker.allow(left.a, left.b);
    const WayResult way = checker.path(waypoints);
    const auto known = std::find_if(result.contacts.begin(), result.contacts.end(),
                                    [](const TrajectoryContact& contact) { return contact.contact; });
    if (way.yes()) {
      EXPECT_EQ(known, result.contacts.end());
      ++compared;
    } else if (way.no()) {
      TrajectoryTime from{9, 0}, to{9, 0};
      for (const TrajectoryContact& contact : result.contacts) {
        from = std::min(from, contact.from);
        if (contact.contact) to = std::min(to, contact.to);
      }
      for (const TrajectoryResult::Unfinished& open : result.unfinished) from = std::min(from, open.from);
      EXPECT_LE(from, way.upper);
      EXPECT_LE(way.lower, to);
      ++compared;
    }
  }
  std::printf("seed %llu: %d trajectories, %d meet an obstacle, %d links stand in one, %d compared with a checker\n",
              static_cast<unsigned long long>(seed), cases, hits, stands, compared);
  EXPECT_GT(hits, cases / 5);
  EXPECT_LT(hits, cases * 9 / 10);
  EXPECT_GT(stands, 0);
  EXPECT_GT(compared, cases * 9 / 10);
}

TEST(Obstacles, WhatCannotBeOneIsAnError) {
  oracle::Dice dice(1);
  const Robot robot = random_robot(dice, 3);
  const std::vector<Values> here = {random_values(dice, robot)};
  const auto check = [&](const Shape& shape, const Pose& pose) {
    const std::vector<Obstacle> obstacles = {{"wall", shape, pose}};
    (void)check_trajectory(robot, here, {}, {}, obstacles);
  };
  check(make_sphere(1), {});
  EXPECT_THROW(check({}, {}), Error);
  EXPECT_THROW(check(make_halfspace({0, 0, 1}, 0), {}), Error);
  EXPECT_THROW(check(make_sphere(1), {{}, {std::nan(""), 0, 0}}), Error);
  EXPECT_THROW(check(make_sphere(1), {{{1, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {}}), Error);
}

// The margin of a part reaches beyond the bounds of the compound.
TEST(Obstacles, MarginsWithinCompoundsCount) {
  Robot robot;
  robot.links.resize(2);
  robot.links[1] = {"slider", make_sphere(0.1), 0, {}};
  robot.joints = {{"slide", JointKind::prismatic, 0, 1, {}, {1, 0, 0}, 0}};
  robot.variables = {{"slide", -10, 10}};
  const Shape cloud = make_compound({{make_points({{0, 0, 0}}, 0.25), {}}});
  RobotChecker checker(robot);
  checker.add_obstacle(cloud, {});
  const auto at = [](double x) { return Values{x}; };
  EXPECT_TRUE(checker.valid(at(0.3)).no());
  EXPECT_TRUE(checker.valid(at(0.4)).yes());
  EXPECT_NEAR(checker.clearance(at(0.4)).distance, 0.05, 1e-12);
  const WayResult way = checker.edge(at(-1), at(1));
  ASSERT_TRUE(way.no());
  EXPECT_NEAR(way.upper.fraction, 0.325, 1e-5);
  const std::vector<Obstacle> obstacles = {{"cloud", cloud, {}}};
  const std::vector<Values> waypoints = {at(-1), at(1)};
  const TrajectoryResult result = check_trajectory(robot, waypoints, {}, {}, obstacles);
  ASSERT_EQ(result.contacts.size(), 1u);
  EXPECT_EQ(result.contacts[0].b, 2u);
  EXPECT_NEAR(result.contacts[0].to.fraction, 0.325, 1e-5);
}

// The bodies that are checked against the cloud, point by point as small spheres.
TEST(RobotChecker, CloudsAnswerAsTheirPointsAlone) {
  const std::uint64_t seed = oracle::fixed_seed;
  oracle::Dice dice(seed);
  int cases = 0, hits = 0, clear = 0;
  for (std::uint64_t i = 0; i < oracle::scaled(60); ++i) {
    SCOPED_TRACE(i);
    const Robot robot = random_robot(dice, dice.integer(3, 7));
    std::vector<Vec3> points = random_cloud(dice);
    for (Vec3& point : points) point = point * 0.5;
    const double radius = dice.chance(2) ? 0 : dice.uniform(0.001, 0.1);
    RobotChecker checker(robot, {.threads = 1});
    // Links among themselves are of no interest here.
    for (std::uint32_t a = 0; a < robot.links.size(); ++a)
      for (std::uint32_t b = a + 1; b < robot.links.size(); ++b) checker.allow(a, b);
    const Pose pose = make_pose(dice.in_cube(0.3), dice.rotation());
    const std::uint32_t cloud = checker.add_obstacle(make_points(points, radius), pose);
    const Shape ball = radius > 0 ? make_sphere(radius) : make_point();
    for (int k = 0; k < 12; ++k) {
      const Values values = random_values(dice, robot);
      std::vector<CheckedPair> contacts;
      double lower = std::numeric_limits<double>::infinity(), upper = lower;
      bool unsure = false;
      for (std::uint32_t link = 0; link < robot.links.size(); ++link) {
        if (checker.allowed(link, cloud)) continue;
        const Body body = checker.body(link, values);
        bool met = false;
        for (const Vec3 point : points) {
          const Body alone{ball, make_pose(pose * point)};
          const CollideResult one = collide(body, alone);
          met = met || one.yes();
          unsure = unsure || one.status != Status::ok;
          const DistanceResult apart = find_distance(body, alone);
          lower = std::min(lower, apart.lower);
          upper = std::min(upper, apart.upper);
        }
        if (met) contacts.push_back({link, cloud});
      }
      if (unsure) continue;
      ++cases;
      hits += !contacts.empty();
      const ValidResult valid = checker.valid(values, {.all = true});
      ASSERT_TRUE(valid.ok());
      EXPECT_EQ(valid.contacts, contacts);
      EXPECT_EQ(valid.yes(), contacts.empty());
      EXPECT_EQ(checker.valid(values).yes(), contacts.empty());
      const ClearanceResult clearance = checker.clearance(values, {.depth = false});
      ASSERT_TRUE(clearance.ok());
      EXPECT_LE(clearance.lower, upper * (1 + 1e-9) + 1e-12);
      EXPECT_GE(clearance.upper, lower * (1 - 1e-9) - 1e-12);
      EXPECT_EQ(clearance.distance == 0, !contacts.empty());
      clear += clearance.distance > 0;
    }
  }
  std::printf("seed %llu: %d configurations, %d meet the cloud, %d are clear of it\n",
              static_cast<unsigned long long>(seed), cases, hits, clear);
  EXPECT_GT(cases, 500 * static_cast<int>(oracle::scaled(60)) / 60);
  EXPECT_GT(hits, cases / 10);
  EXPECT_LT(hits, cases * 9 / 10);
}

}  // namespace
}  // namespace graze
