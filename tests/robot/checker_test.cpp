// RobotChecker: answers against body by body, edits, ways, threads.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graze/error.h"
#include "scenes/arm.h"
#include "tests/io/files.h"
#include "tests/property/checkers.h"
#include "tests/robot/arms.h"

namespace graze {
namespace {

using property::Values;

// The sign on its wall reaches into the floor, always.
RobotChecker two_joint_checker() {
  RobotChecker checker(two_joint_arm());
  const std::vector<double> home = {1.5, 0};
  for (const CheckedPair& pair : checker.valid(home, {.all = true}).contacts) checker.allow(pair.a, pair.b);
  return checker;
}

TEST(RobotChecker, ValidIsBodyByBody) {
  const property::Tally tally = property::check_valid(oracle::fixed_seed, oracle::scaled(60), 30);
  tally.print("valid");
  EXPECT_EQ(tally.failure, "");
  EXPECT_GT(tally.total().rate(), 0.2);
  EXPECT_LT(tally.total().rate(), 0.9);
}

TEST(RobotChecker, ClearanceIsTheLeastOfAllAndItsGradientThatOfDifferences) {
  const property::Tally tally = property::check_clearances(oracle::fixed_seed, oracle::scaled(60), 20);
  tally.print("clearance");
  EXPECT_EQ(tally.failure, "");
  EXPECT_GT(tally.kinds.at("gradients").rate(), 0.8);
}

TEST(RobotChecker, WaysAgainstDenseSamples) {
  const property::Tally tally = property::check_ways(oracle::fixed_seed, oracle::scaled(60), 12, 60);
  tally.print("ways");
  EXPECT_EQ(tally.failure, "");
  EXPECT_GT(tally.total().rate(), 0.15);
  EXPECT_LT(tally.total().rate(), 0.9);
  if (tally.kinds.contains("unknown")) {
    EXPECT_LT(double(tally.kinds.at("unknown").cases), 0.02 * double(tally.total().cases));
  }
}

TEST(RobotChecker, TheFirstContactOfAnEdgeIsInItsBracket) {
  const RobotChecker checker = two_joint_checker();
  const Values from = {1.2, 0}, to = {-1.2, 0};
  ASSERT_TRUE(checker.valid(from).yes());
  ASSERT_TRUE(checker.valid(to).yes());
  const WayResult result = checker.edge(from, to);
  ASSERT_TRUE(result.no());
  const double size = std::hypot(1.25, 1.0 / 16), yaw = std::atan2(1.0 / 16, 1.25) + std::acos(0.75 / size);
  const double truth = (1.2 - yaw) / 2.4;
  EXPECT_LE(result.lower.fraction, truth);
  EXPECT_GE(result.upper.fraction, truth - 1e-12);
  EXPECT_LT(result.upper.fraction - result.lower.fraction, 1e-5);
  EXPECT_EQ(checker.robot().links[result.pair.a].name, "forearm");
  EXPECT_EQ(checker.robot().links[result.pair.b].name, "wall");
}

TEST(RobotChecker, ObstaclesComeGoAndMove) {
  RobotChecker checker = two_joint_checker();
  const Values home = {1.5, 0};
  ASSERT_TRUE(checker.valid(home).yes());
  const std::uint32_t forearm = find_link(checker.robot(), "forearm");
  const Vec3 hand = checker.body(forearm, home).pose * Vec3{1, 0, 0};
  const std::uint32_t ball = checker.add_obstacle(make_sphere(0.1), make_pose(hand));
  const ValidResult met = checker.valid(home);
  ASSERT_TRUE(met.no());
  EXPECT_EQ(met.contacts, (std::vector<CheckedPair>{{forearm, ball}}));
  checker.allow(ball, forearm);
  EXPECT_TRUE(checker.valid(home).yes());
  EXPECT_TRUE(checker.allowed(forearm, ball));
  const auto unchecked = checker.unchecked();
  EXPECT_TRUE(std::any_of(unchecked.begin(), unchecked.end(),
                          [&](const auto& pair) { return pair.a == forearm && pair.b == ball; }));
  checker.allow(ball, forearm, false);
  EXPECT_TRUE(checker.valid(home).no());
  checker.move_obstacle(ball, make_pose(hand + Vec3{0, 0, 1}));
  EXPECT_TRUE(checker.valid(home).yes());
  const std::uint32_t below = checker.add_obstacle(make_halfspace({0, 0, 1}, -5), {});
  EXPECT_TRUE(checker.valid(home).yes());
  checker.move_obstacle(below, make_pose({0, 0, 20}));
  EXPECT_TRUE(checker.valid(home).no());
  checker.remove(below);
  EXPECT_TRUE(checker.valid(home).yes());
  EXPECT_THROW(checker.remove(below), Error);
  EXPECT_THROW(checker.move_obstacle(forearm, {}), Error);
  EXPECT_THROW(checker.add_obstacle({}, {}), Error);
  EXPECT_NE(checker.add_obstacle(make_sphere(1), make_pose({9, 9, 9})), below);
}

TEST(RobotChecker, AttachedBodiesMoveWithTheirLink) {
  RobotChecker checker = two_joint_checker();
  const std::uint32_t forearm = find_link(checker.robot(), "forearm"), wall = find_link(checker.robot(), "wall");
  const Values home = {1.0, 0};
  ASSERT_TRUE(checker.valid(home).yes());
  // A rod ahead of the hand, which reaches the wall.
  const std::uint32_t rod = checker.attach(forearm, make_box({0.3, 0.01, 0.01}), make_pose({1.5, 0, 0}));
  EXPECT_EQ(checker.valid(home, {.all = true}).contacts, (std::vector<CheckedPair>{{wall, rod}}));
  checker.remove(rod);
  EXPECT_TRUE(checker.valid(home).yes());
  const std::uint32_t touch[] = {wall};
  checker.attach(forearm, make_box({0.3, 0.01, 0.01}), make_pose({1.5, 0, 0}), touch);
  EXPECT_TRUE(checker.valid(home).yes());
}

TEST(RobotChecker, PaddingAndScaleArePerLink) {
  RobotChecker checker = two_joint_checker();
  const std::uint32_t forearm = find_link(checker.robot(), "forearm");
  const Values home = {1.0, 0};
  const double gap = checker.clearance(home).distance;
  ASSERT_GT(gap, 0);
  checker.set_padding(forearm, 0.5 * gap);
  EXPECT_NEAR(checker.clearance(home).distance, 0.5 * gap, 1e-12);
  checker.set_padding(forearm, 1.01 * gap);
  EXPECT_TRUE(checker.valid(home).no());
  checker.set_padding(forearm, 0);
  EXPECT_NEAR(checker.clearance(home).distance, gap, 1e-12);
  checker.set_scale(forearm, 2);
  EXPECT_TRUE(checker.valid(home).no());
  checker.set_scale(forearm, 1);
  EXPECT_NEAR(checker.clearance(home).distance, gap, 1e-12);
  EXPECT_THROW(checker.set_padding(forearm, -1), Error);
  EXPECT_THROW(checker.set_scale(forearm, 0), Error);
}

TEST(RobotChecker, DepthsAreNegativeAndTheirGradientPointsOut) {
  RobotChecker checker = two_joint_checker();
  const Values home = {1.5, 0};
  const std::uint32_t forearm = find_link(checker.robot(), "forearm");
  const Vec3 hand = checker.body(forearm, home).pose * Vec3{1.3, 0, 0};
  // Turned, so that a corner or two edges decide and not two faces.
  checker.add_obstacle(make_box({0.1, 0.1, 0.1}), make_pose_normalized(hand, {0.3, 0.4, 0.1, 0.8}));
  const ClearanceResult found = checker.clearance(home);
  ASSERT_TRUE(found.ok());
  ASSERT_LT(found.distance, 0);
  ASSERT_EQ(found.pairs.size(), 1u);
  const std::vector<double>& gradient = found.pairs[0].gradient;
  ASSERT_EQ(gradient.size(), 2u);
  for (std::size_t v = 0; v < 2; ++v) {
    Values more = home, less = home;
    more[v] += 1e-5;
    less[v] -= 1e-5;
    const double slope = (checker.clearance(more).distance - checker.clearance(less).distance) / 2e-5;
    EXPECT_NEAR(gradient[v], slope, 1e-4);
  }
}

// Obstacles that mirror each other on both sides of an arm are as near as each other: both are listed, and the
// clearance changes as the one says that comes nearer.
TEST(RobotChecker, AtTiesAllPairsAreListedAndTheLeastSlopeIsThatOfTheClearance) {
  oracle::Dice dice(oracle::fixed_seed);
  const int rounds = static_cast<int>(oracle::scaled(200));
  int ties = 0;
  for (int round = 0; round < rounds; ++round) {
    Robot robot;
    robot.links.push_back({"root", {}, RobotLink::none});
    const int joints = dice.integer(1, 4);
    for (int j = 0; j < joints; ++j) {
      RobotJoint joint;
      joint.name = "joint" + std::to_string(j);
      joint.kind = JointKind::revolute;
      joint.parent = static_cast<std::uint32_t>(j);
      joint.child = static_cast<std::uint32_t>(j + 1);
      joint.origin = make_pose({j == 0 ? 0.0 : 1.0, 0, 0});
      joint.axis = {0, 0, 1};
      joint.variable = static_cast<std::uint32_t>(j);
      robot.joints.push_back(joint);
      robot.variables.push_back({joint.name, -1, 1});
      const bool last = j + 1 == joints;
      robot.links.push_back(
          {"link" + std::to_string(j), last ? make_capsule(0.1, 0.3) : Shape{}, static_cast<std::uint32_t>(j)});
    }
    RobotChecker checker(robot);
    const double x = (joints - 1) + dice.uniform(0.3, 0.9), y = dice.uniform(0.4, 0.8), z = dice.uniform(-0.2, 0.2);
    const Shape ball = make_sphere(dice.uniform(0.05, 0.2));
    checker.add_obstacle(ball, make_pose({x, y, z}));
    checker.add_obstacle(ball, make_pose({x, -y, z}));
    const Values home(robot.variables.size(), 0.0);
    const ClearanceResult found = checker.clearance(home, {.range = 0});
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found.pairs.size(), 2u);
    ++ties;
    Values way;
    for (std::size_t v = 0; v < home.size(); ++v) way.push_back(dice.uniform(-1, 1));
    double least = 1e300;
    for (const ClearancePair& pair : found.pairs) {
      double slope = 0;
      for (std::size_t v = 0; v < way.size(); ++v) slope += pair.gradient[v] * way[v];
      least = std::min(least, slope);
    }
    constexpr double step = 1e-6;
    Values moved = home;
    for (std::size_t v = 0; v < way.size(); ++v) moved[v] += step * way[v];
    EXPECT_NEAR((checker.clearance(moved).distance - found.distance) / step, least, 1e-4);
  }
  EXPECT_EQ(ties, rounds);
}

TEST(RobotChecker, BadInputIsAStatus) {
  const RobotChecker checker = two_joint_checker();
  const Values good = {1.5, 0}, few = {0}, nan = {0, std::nan("")}, far = {0, 5000};
  for (const Values& bad : {few, nan, far}) {
    EXPECT_EQ(checker.valid(bad).status, Status::invalid);
    EXPECT_EQ(checker.valid(bad).answer, Answer::unknown);
    EXPECT_EQ(checker.clearance(bad).status, Status::invalid);
    EXPECT_EQ(checker.edge(good, bad).status, Status::invalid);
    EXPECT_EQ(checker.edge(good, bad).answer, Answer::unknown);
  }
  EXPECT_EQ(checker.path({}).status, Status::invalid);
  EXPECT_EQ(checker.edge(good, good, {.tolerance = -1}).status, Status::invalid);
  const std::vector<Values> one = {good};
  EXPECT_TRUE(checker.path(one).yes());
}

TEST(RobotChecker, LongPathsAreTheirEdges) {
  oracle::Dice dice(oracle::fixed_seed);
  const Robot robot = seven_joint_arm();
  RobotChecker checker(robot);
  for (int i = 0; i < 20; ++i) {
    checker.add_obstacle(make_sphere(0.1), make_pose(dice.in_cube(1.5)));
  }
  int hits = 0;
  const int rounds = static_cast<int>(oracle::scaled(20));
  for (int round = 0; round < rounds; ++round) {
    std::vector<Values> way = {property::random_values(dice, robot)};
    while (!checker.valid(way[0]).yes()) way[0] = property::random_values(dice, robot);
    const int count = dice.integer(2, 300);
    for (int i = 1; i < count; ++i) {
      way.push_back(property::values_between(way.back(), property::random_values(dice, robot), 0.01));
    }
    const WayResult whole = checker.path(way);
    const WayResult threads = checker.path(way, {.threads = 4});
    EXPECT_EQ(whole.answer, threads.answer);
    EXPECT_EQ(whole.lower, threads.lower);
    EXPECT_EQ(whole.upper, threads.upper);
    EXPECT_EQ(whole.values, threads.values);
    ASSERT_NE(whole.answer, Answer::unknown);
    hits += whole.no();
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
      const WayResult edge = checker.edge(way[i], way[i + 1]);
      if (edge.yes()) continue;
      ASSERT_TRUE(whole.no());
      EXPECT_LE(whole.lower, (TrajectoryTime{i, edge.upper.fraction + double(edge.upper.waypoint)}));
      EXPECT_LE(i, whole.upper.waypoint);
      break;
    }
  }
  EXPECT_GT(hits, rounds / 10);
  EXPECT_LT(hits, rounds);
}

TEST(RobotChecker, BatchesAreOneByOneInAnyNumberOfThreads) {
  oracle::Dice dice(oracle::fixed_seed);
  const Robot robot = seven_joint_arm();
  const RobotChecker checker(robot);
  std::vector<Values> configurations;
  std::vector<std::vector<Values>> ways;
  for (int i = 0; i < 100; ++i) {
    configurations.push_back(property::random_values(dice, robot));
    ways.push_back({configurations.back(), property::random_values(dice, robot)});
  }
  const auto valid = checker.valid(configurations, {.all = true, .threads = 4});
  const auto near = checker.clearance(configurations, {.threads = 4});
  const auto edges = checker.paths(ways, {.threads = 4});
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    EXPECT_EQ(valid[i].contacts, checker.valid(configurations[i], {.all = true}).contacts);
    const ClearanceResult alone = checker.clearance(configurations[i]);
    EXPECT_EQ(near[i].distance, alone.distance);
    ASSERT_EQ(near[i].pairs.size(), alone.pairs.size());
    EXPECT_EQ(near[i].pairs[0].gradient, alone.pairs[0].gradient);
    const WayResult edge = checker.edge(ways[i][0], ways[i][1]);
    EXPECT_EQ(edges[i].answer, edge.answer);
    EXPECT_EQ(edges[i].lower, edge.lower);
    EXPECT_EQ(edges[i].upper, edge.upper);
  }
}

}  // namespace
}  // namespace graze
