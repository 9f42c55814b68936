// Trajectories: contacts between free waypoints, grazes, and random robots against dense samples.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "graze/error.h"
#include "scenes/arm.h"
#include "tests/io/files.h"
#include "tests/property/machines.h"
#include "tests/property/robots.h"
#include "tests/robot/arms.h"

namespace graze {
namespace {

using Waypoints = std::vector<std::vector<double>>;

const TrajectoryContact* contact_of(const Robot& robot, const TrajectoryResult& result, const char* a, const char* b) {
  for (const TrajectoryContact& contact : result.contacts) {
    if (robot.links[contact.a].name == a && robot.links[contact.b].name == b) return &contact;
  }
  return nullptr;
}

TEST(CheckTrajectory, FindsAContactBetweenFreeWaypoints) {
  const Robot robot = two_joint_arm();
  // Swings past the wall: both ends are free of it.
  const Waypoints swing = {{1.2, 0}, {-1.2, 0}};
  const TrajectoryResult result = check_trajectory(robot, swing);
  const TrajectoryContact* const found = contact_of(robot, result, "forearm", "wall");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->contact);
  // 1.25 cos(yaw) + sin(yaw) / 16 = 0.75
  const double size = std::hypot(1.25, 1.0 / 16), yaw = std::atan2(1.0 / 16, 1.25) + std::acos(0.75 / size);
  const double truth = (1.2 - yaw) / 2.4;
  EXPECT_LE(found->from.fraction, truth);
  EXPECT_GE(found->to.fraction, truth - 1e-12);
  EXPECT_LT(found->to.fraction - found->from.fraction, 1e-5);
  EXPECT_NEAR(found->point.x, 0.75, 1e-5);
  EXPECT_NEAR(found->point.z, 1, 0.07);
  EXPECT_TRUE(property::links_meet(robot, found->a, found->b, found->values));
  EXPECT_EQ(contact_of(robot, result, "floor", "forearm"), nullptr);
  // What is in contact from the start on.
  const TrajectoryContact* const sign = contact_of(robot, result, "floor", "sign");
  ASSERT_TRUE(sign);
  EXPECT_EQ(sign->from, TrajectoryTime{});
  EXPECT_EQ(sign->to, TrajectoryTime{});
}

// At a fixed pitch p a corner of the forearm goes round at a distance from the axis whose square is
// (1.25 cos p + sin |p| / 16)^2 + (1/16)^2, and passes the wall with the gap that this leaves, at a yaw of about 0.083;
// at a yaw of 0 it is away from it again. The pitch for a gap; upwards, where the wall is high enough.
double pitch_for_gap(double gap) {
  const double size = std::hypot(1.25, 1.0 / 16), along = std::sqrt((0.75 - gap) * (0.75 - gap) - 1.0 / 256);
  return -std::atan2(1.0 / 16, 1.25) - std::acos(along / size);
}

TEST(CheckTrajectory, TellsGrazesFromContactsAndFromWhatIsFree) {
  const Robot robot = two_joint_arm();
  const auto swing = [&](double gap) {
    const double pitch = pitch_for_gap(gap);
    return check_trajectory(robot, Waypoints{{0.7, pitch}, {0, pitch}}, {.tolerance = 1e-6});
  };
  const double passing = 1 - std::asin(1 / (16 * 0.75)) / 0.7;
  for (const double depth : {1e-3, 1e-5, 1e-7}) {
    const TrajectoryResult deep = swing(-depth);
    const TrajectoryContact* const found = contact_of(robot, deep, "forearm", "wall");
    ASSERT_TRUE(found) << depth;
    EXPECT_LT(found->from.fraction, passing);
    if (depth > 1e-6) {
      EXPECT_TRUE(found->contact) << depth;
    }
  }
  const TrajectoryResult near = swing(1e-7);
  const TrajectoryContact* const graze = contact_of(robot, near, "forearm", "wall");
  ASSERT_TRUE(graze);
  EXPECT_FALSE(graze->contact);
  EXPECT_GT(graze->gap, 0.9e-7);
  EXPECT_LT(graze->gap, 1e-6);
  EXPECT_LT(graze->from.fraction, passing);
  EXPECT_GT(graze->to.fraction, passing);
  EXPECT_LT(graze->to.fraction - graze->from.fraction, 0.01);
  EXPECT_EQ(contact_of(robot, swing(1e-5), "forearm", "wall"), nullptr);
  EXPECT_TRUE(swing(1e-5).unfinished.empty());
}

TEST(CheckTrajectory, ASecondPassIsAContactAfterAGraze) {
  const Robot robot = two_joint_arm();
  const double near = pitch_for_gap(1e-7), into = pitch_for_gap(-1e-3);
  const Waypoints path = {{0.7, near}, {0, near}, {0, into}, {0.7, into}};
  const TrajectoryResult result = check_trajectory(robot, path, {.tolerance = 1e-6});
  std::vector<const TrajectoryContact*> found;
  for (const TrajectoryContact& contact : result.contacts) {
    if (robot.links[contact.b].name == "wall") found.push_back(&contact);
  }
  ASSERT_EQ(found.size(), 2u);
  EXPECT_FALSE(found[0]->contact);
  EXPECT_EQ(found[0]->from.waypoint, 0u);
  EXPECT_TRUE(found[1]->contact);
  EXPECT_EQ(found[1]->from.waypoint, 2u);
}

TEST(CheckTrajectory, ASpentBudgetStillTellsTheGrazeBeforeIt) {
  const Robot robot = two_joint_arm();
  const double near = pitch_for_gap(1e-7);
  const Waypoints path = {{0.7, near}, {0, near}};
  const std::uint32_t forearm = find_link(robot, "forearm"), wall = find_link(robot, "wall");
  int cut = 0;
  for (std::uint64_t budget = 16; budget < 30000; budget += budget / 4) {
    const TrajectoryResult result = check_trajectory(robot, path, {.tolerance = 1e-6, .budget = budget});
    const TrajectoryContact* const graze = contact_of(robot, result, "forearm", "wall");
    for (const TrajectoryResult::Unfinished& pair : result.unfinished) {
      if (pair.a != forearm || pair.b != wall || !graze) continue;
      EXPECT_LE(graze->to, pair.from) << budget;
      cut += graze->to == pair.from;
    }
  }
  EXPECT_GT(cut, 1);
}

TEST(CheckTrajectory, BudgetsDisabledPairsAndBadInput) {
  const Robot robot = two_joint_arm();
  const Waypoints swing = {{1.2, 0}, {-1.2, 0}};
  const TrajectoryResult cut = check_trajectory(robot, swing, {.budget = 3});
  ASSERT_FALSE(cut.unfinished.empty());
  EXPECT_EQ(cut.unfinished[0].reason, "budget");
  const std::vector<DisabledPair> disabled = {{find_link(robot, "forearm"), find_link(robot, "wall"), "mine"}};
  const TrajectoryResult without = check_trajectory(robot, swing, {}, disabled);
  EXPECT_EQ(contact_of(robot, without, "forearm", "wall"), nullptr);
  EXPECT_EQ(without.unchecked.size(), 4u);
  EXPECT_THROW(check_trajectory(robot, Waypoints{}), Error);
  EXPECT_THROW(check_trajectory(robot, Waypoints{{1}}), Error);
  EXPECT_THROW(check_trajectory(robot, Waypoints{{1, NAN}}), Error);
  EXPECT_THROW(check_trajectory(robot, swing, {.tolerance = -1}), Error);
}

TEST(CheckTrajectory, FreeOfSevenJointsAndTheSameForAnyThreadCount) {
  const Robot robot = read_robot(file_of("arm.urdf", scenes::seven_joint_arm().urdf));
  oracle::Dice dice(oracle::fixed_seed);
  Waypoints path;
  for (int i = 0; i < 150; ++i) path.push_back(property::random_values(dice, robot));
  const TrajectoryResult one = check_trajectory(robot, path, {.threads = 1});
  const TrajectoryResult many = check_trajectory(robot, path, {.threads = 4});
  EXPECT_EQ(property::fault_of_trajectory(robot, path, one, 20), "");
  EXPECT_FALSE(one.contacts.empty());
  ASSERT_EQ(one.contacts.size(), many.contacts.size());
  EXPECT_EQ(one.queries, many.queries);
  for (std::size_t i = 0; i < one.contacts.size(); ++i) {
    EXPECT_EQ(one.contacts[i].from, many.contacts[i].from);
    EXPECT_EQ(one.contacts[i].to, many.contacts[i].to);
    EXPECT_EQ(one.contacts[i].point, many.contacts[i].point);
  }
}

TEST(CheckTrajectory, OfMachinesWithFramesAgainstDenseSamples) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const property::Tally tally = property::check_machines(seed, oracle::scaled(80), 100);
    tally.print("machines");
    EXPECT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.3);
    EXPECT_LT(tally.total().rate(), 0.95);
  }
}

// A base on a rail, and a wall that hangs on the same link without geometry.
TEST(CheckTrajectory, LinksOnAFrameWithoutGeometryAreChecked) {
  property::MachineMaker make("rail");
  const std::uint32_t world = make.root({});
  const std::uint32_t wall = make.fixed(world, make_box({0.05, 0.5, 0.5}), {1, 0, 0});
  const std::uint32_t base =
      make.moving(world, make_box({0.25, 0.25, 0.25}), {}, JointKind::prismatic, {1, 0, 0}, -2, 2);
  const Robot robot = make.take();
  const TrajectoryResult hit = check_trajectory(robot, Waypoints{{-1}, {2}});
  EXPECT_TRUE(hit.unchecked.empty());
  ASSERT_EQ(hit.contacts.size(), 1u);
  EXPECT_EQ(hit.contacts[0].a, wall);
  EXPECT_EQ(hit.contacts[0].b, base);
  EXPECT_TRUE(hit.contacts[0].contact);
  EXPECT_NEAR(hit.contacts[0].to.fraction, 1.7 / 3, 1e-5);
  const TrajectoryResult free = check_trajectory(robot, Waypoints{{-1}, {0.6}});
  EXPECT_TRUE(free.contacts.empty());
  EXPECT_TRUE(free.unfinished.empty());
  const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = 100});
  ASSERT_EQ(matrix.pairs.size(), 1u);
  EXPECT_EQ(matrix.pairs[0].value, SelfClass::sometimes);
}

TEST(CheckTrajectory, AdjacentOnlyWhereAJointHoldsLinksTogether) {
  // A carriage that leaves its rail, one that stays on it, and a shelf bolted beside the rail or on it.
  for (const bool leaves : {false, true}) {
    for (const bool beside : {false, true}) {
      property::MachineMaker make("rail");
      const std::uint32_t rail = make.root(make_box({1, 0.1, 0.1}));
      make.moving(rail, make_box({0.1, 0.1, 0.1}), {0, 0, 0.15}, JointKind::prismatic, {1, 0, 0}, -1, leaves ? 1.2 : 1);
      make.fixed(rail, make_box({0.1, 0.1, 0.1}), {0, beside ? 0.3 : -0.2, 0});
      const Robot robot = make.take();
      const TrajectoryResult result = check_trajectory(robot, Waypoints{{1}, {1}});
      std::size_t adjacent = 0;
      for (const TrajectoryResult::Unchecked& pair : result.unchecked) {
        EXPECT_EQ(pair.value, SelfClass::adjacent);
        ++adjacent;
      }
      EXPECT_EQ(adjacent, std::size_t{!leaves} + std::size_t{!beside});
      EXPECT_EQ(result.contacts.size(), std::size_t{leaves});  // the carriage still stands on the rail
      const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = 200});
      EXPECT_EQ(matrix.pairs[0].value, leaves ? SelfClass::sometimes : SelfClass::adjacent);
      EXPECT_EQ(matrix.pairs[1].value, beside ? SelfClass::never : SelfClass::adjacent);
      EXPECT_TRUE(matrix.pairs[1].proven);
    }
  }
}

TEST(CheckTrajectory, OfRandomRobotsAgainstDenseSamples) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const property::Tally tally = property::check_trajectories(seed, oracle::scaled(60), 60);
    tally.print("trajectories");
    EXPECT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.3);
  }
}

}  // namespace
}  // namespace graze
