// Links that are flush: whether they touch is decided by rounding, and by the same rounding in every verdict.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "graze/robot_checker.h"
#include "tests/oracle/dice.h"
#include "tests/property/robots.h"
#include "tests/robot/arms.h"

namespace graze {
namespace {

bool same_bits(const Pose& a, const Pose& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

void add_link(Robot& robot, std::uint32_t parent, JointKind kind, const Pose& origin, Vec3 axis, const Shape& shape) {
  RobotLink link;
  link.name = "link" + std::to_string(robot.links.size());
  link.shape = shape;
  if (!robot.links.empty()) {
    link.joint = static_cast<std::uint32_t>(robot.joints.size());
    RobotJoint joint;
    joint.name = "joint" + std::to_string(robot.joints.size());
    joint.kind = kind;
    joint.parent = parent;
    joint.child = static_cast<std::uint32_t>(robot.links.size());
    joint.origin = origin;
    joint.axis = axis;
    if (kind != JointKind::fixed) {
      joint.variable = static_cast<std::uint32_t>(robot.variables.size());
      robot.variables.push_back({joint.name, -1.25, 1.5});
    }
    robot.joints.push_back(std::move(joint));
  }
  robot.links.push_back(std::move(link));
}

// An arm whose hand is a plate that bears boxes: on fixed joints, each through a link without geometry, so that none is
// adjacent to the plate; and sliders that stay flush with it. What is flush is so but for rounding.
Robot flush_hand(oracle::Dice& dice) {
  Robot robot;
  robot.name = "flush";
  add_link(robot, 0, JointKind::fixed, {}, {}, make_box({0.1, 0.1, 0.1}));
  const int arm = dice.integer(1, 4);
  for (int i = 0; i < arm; ++i) {
    add_link(robot, static_cast<std::uint32_t>(i), JointKind::revolute,
             make_pose(Vec3{0, 0, 0.7} + dice.in_cube(0.1), dice.rotation()), dice.direction(), {});
  }
  const auto wrist = static_cast<std::uint32_t>(arm);
  const Vec3 half{dice.uniform(0.05, 0.2), dice.uniform(0.05, 0.2), dice.uniform(0.01, 0.03)};
  add_link(robot, wrist, JointKind::fixed, make_pose(dice.in_cube(0.1), dice.rotation()), {}, make_box(half));
  const auto plate = static_cast<std::uint32_t>(robot.links.size() - 1);
  for (int i = 0; i < 3; ++i) {
    const double size = dice.uniform(0.01, 0.04);
    // On the plate, turned about its normal.
    const Pose on = make_pose({dice.uniform(-0.02, 0.02), dice.uniform(-0.02, 0.02), half.z + size},
                              dice.chance(2) ? Quat{} : normalized({0, 0, dice.uniform(-1, 1), 1}));
    const bool slides = dice.chance(3);
    add_link(robot, plate, slides ? JointKind::prismatic : JointKind::fixed, on, {1, 0, 0}, {});
    const auto frame = static_cast<std::uint32_t>(robot.links.size() - 1);
    add_link(robot, frame, JointKind::fixed, make_pose({0, 0, 0}, dice.rotation()), {}, {});
    RobotLink& finger = robot.links.back();
    const Pose back = inverse(robot.joints.back().origin);
    finger.shape = make_compound({{make_box({size, size, size}), back}});
  }
  find_turns(robot);
  return robot;
}

TEST(FlushLinks, EveryVerdictIsAboutTheSamePoses) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  SCOPED_TRACE("GRAZE_SEED=" + std::to_string(seed));
  const int robots = int(oracle::scaled(40));
  std::size_t states = 0, decided = 0, mixed = 0, contacts_at_ends = 0;
  for (int round = 0; round < robots; ++round) {
    const Robot robot = flush_hand(dice);
    const SelfCollisionMatrix matrix =
        self_collision_matrix(robot, {.samples = 200, .proof_budget = 200, .threads = 1});
    const RobotChecker checker(robot, {.threads = 1});
    const auto class_of = [&](std::uint32_t a, std::uint32_t b) {
      const auto found = std::find_if(matrix.pairs.begin(), matrix.pairs.end(),
                                      [&](const SelfPair& pair) { return pair.a == a && pair.b == b; });
      return found == matrix.pairs.end() ? nullptr : &*found;
    };
    for (const SelfPair& pair : matrix.pairs) {
      mixed += pair.value == SelfClass::sometimes;
      if (!pair.witness.empty()) {
        EXPECT_TRUE(property::links_meet(robot, pair.a, pair.b, pair.witness));
      }
      if (!pair.apart.empty()) {
        EXPECT_FALSE(property::links_meet(robot, pair.a, pair.b, pair.apart));
      }
    }
    std::map<CheckedPair, int> met;
    std::vector<std::vector<double>> all;
    for (int i = 0; i < 40; ++i) all.push_back(property::random_values(dice, robot));
    const std::vector<ValidResult> batch = checker.valid(all, {.all = true, .threads = 2});
    for (std::size_t i = 0; i < all.size(); ++i) {
      ++states;
      const ValidResult one = checker.valid(all[i], {.all = true});
      EXPECT_EQ(one.answer, batch[i].answer);
      EXPECT_EQ(one.contacts, batch[i].contacts);
      const std::vector<Pose> poses = link_poses(robot, all[i]);
      for (std::uint32_t link = 0; link < poses.size(); ++link) {
        EXPECT_TRUE(same_bits(poses[link], checker.body(link, all[i]).pose));
      }
      for (const CheckedPair& pair : one.contacts) {
        const SelfPair* const known = class_of(pair.a, pair.b);
        ASSERT_NE(known, nullptr);
        EXPECT_FALSE(known->value == SelfClass::never && known->proven);
        EXPECT_NE(known->value, SelfClass::adjacent);
        ++decided;
        ++met[pair];
      }
      for (const SelfPair& pair : matrix.pairs) {
        if (pair.value != SelfClass::always || !pair.proven) continue;
        EXPECT_TRUE(property::links_meet(robot, pair.a, pair.b, all[i]));
      }
      // The ends of an edge, and a trajectory that stands still, are that configuration.
      const WayResult still = checker.edge(all[i], all[i]);
      const WayResult onward = checker.edge(all[i], all[(i + 1) % all.size()]);
      if (one.no()) {
        EXPECT_TRUE(still.no());
        EXPECT_TRUE(onward.no());
        EXPECT_EQ(onward.upper, (TrajectoryTime{0, 0}));
        ++contacts_at_ends;
      } else {
        EXPECT_FALSE(still.no());
        if (batch[(i + 1) % all.size()].no()) {
          EXPECT_TRUE(onward.no());
        }
      }
      const ClearanceResult clearance = checker.clearance(all[i], {.depth = false, .gradient = false});
      EXPECT_EQ(clearance.lower > 0 && one.no(), false);
      const TrajectoryResult stands = check_trajectory(robot, {&all[i], 1}, {.threads = 1});
      for (const TrajectoryContact& contact : stands.contacts) {
        if (!contact.contact) continue;
        EXPECT_TRUE(std::count(one.contacts.begin(), one.contacts.end(), CheckedPair{contact.a, contact.b}));
      }
      for (const CheckedPair& pair : one.contacts) {  // and no other
        EXPECT_TRUE(std::any_of(stands.contacts.begin(), stands.contacts.end(), [&](const TrajectoryContact& contact) {
          return contact.contact && contact.a == pair.a && contact.b == pair.b;
        }));
      }
    }
    // What no sample of the matrix met is not met by a fifth of other states.
    for (const auto& [pair, count] : met) {
      if (class_of(pair.a, pair.b)->value == SelfClass::never) {
        EXPECT_LT(count, 8) << robot.links[pair.a].name << " " << robot.links[pair.b].name;
      }
    }
  }
  // Rounding did decide: flush pairs were in contact in a part of the states.
  EXPECT_GT(decided, states / 10) << seed;
  EXPECT_GT(mixed, std::size_t(robots / 2)) << seed;
  EXPECT_GT(contacts_at_ends, states / 10) << seed;
}

// A child on its parent, flush in every position of the joint between them: adjacent, whatever rounding says.
TEST(FlushLinks, ParentAndChildAreAdjacent) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  SCOPED_TRACE("GRAZE_SEED=" + std::to_string(seed));
  std::size_t in_part = 0;
  const int robots = int(oracle::scaled(30));
  for (int round = 0; round < robots; ++round) {
    Robot robot;
    robot.name = "flush";
    add_link(robot, 0, JointKind::fixed, {}, {}, {});
    const Pose turned = make_pose({}, dice.rotation());
    add_link(robot, 0, JointKind::revolute, make_pose(dice.in_cube(1), dice.rotation()), dice.direction(),
             make_compound({{make_box({0.1, 0.1, 0.1}), turned}}));
    const double size = dice.uniform(0.01, 0.05);
    add_link(robot, 1, dice.chance(2) ? JointKind::fixed : JointKind::revolute,
             turned * make_pose({dice.uniform(-0.04, 0.04), dice.uniform(-0.04, 0.04), 0.1 + size}), {0, 0, 1},
             make_box({size, size, size}));
    find_turns(robot);
    const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = 20, .proof_budget = 0, .threads = 1});
    ASSERT_EQ(matrix.pairs.size(), 1u);
    EXPECT_EQ(matrix.pairs[0].value, SelfClass::adjacent);
    int met = 0;
    for (int i = 0; i < 50; ++i) met += property::links_meet(robot, 1, 2, property::random_values(dice, robot));
    in_part += met > 0 && met < 50;
  }
  EXPECT_GT(in_part, std::size_t(robots / 4)) << seed;
}

// What is far beside the links is a gap, however far the limits of a joint before them let them go: an arm that meets a
// part of its parent in some positions only is checked.
TEST(FlushLinks, WideLimitsMakeNoLinksAdjacent) {
  for (const double limit : {10.0, 1e9, 1e12, 1e16}) {
    SCOPED_TRACE(limit);
    Robot robot;
    robot.name = "slider";
    add_link(robot, 0, JointKind::fixed, {}, {}, {});
    const Shape block = make_box({0.1, 0.1, 0.1});
    add_link(robot, 0, JointKind::prismatic, {}, {1, 0, 0},
             make_compound({{block, {}}, {block, make_pose({0, 2, 0})}}));
    add_link(robot, 1, JointKind::revolute, {}, {0, 0, 1},
             make_compound({{make_box({0.9, 0.05, 0.05}), make_pose({1.2, 0, 0})}}));
    robot.variables[0].lower = -limit;
    robot.variables[0].upper = limit;
    find_turns(robot);
    const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = 20, .proof_budget = 0, .threads = 1});
    ASSERT_EQ(matrix.pairs.size(), 1u);
    EXPECT_NE(matrix.pairs[0].value, SelfClass::adjacent);
    RobotChecker checker(robot);
    const std::vector<double> values{0, 1.5};
    EXPECT_TRUE(checker.valid(values).no());
  }
}

}  // namespace
}  // namespace graze
