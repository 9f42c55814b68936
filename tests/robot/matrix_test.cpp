// Self-collision matrices: against what is known of generated arms, and against dense samples.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "graze/error.h"
#include "scenes/arm.h"
#include "tests/io/files.h"
#include "tests/oracle/dice.h"
#include "tests/property/robots.h"

namespace graze {
namespace {

Robot robot_of(const scenes::Arm& arm) { return read_robot(file_of("arm.urdf", arm.urdf)); }

void expect_truth(const Robot& robot, const scenes::Arm& arm, const SelfCollisionMatrix& matrix) {
  ASSERT_EQ(matrix.pairs.size(), arm.pairs.size());
  for (std::size_t i = 0; i < arm.pairs.size(); ++i) {
    const SelfPair& pair = matrix.pairs[i];
    EXPECT_EQ(robot.links[pair.a].name, arm.pairs[i].a);
    EXPECT_EQ(robot.links[pair.b].name, arm.pairs[i].b);
    EXPECT_EQ(name(pair.value), arm.pairs[i].value) << arm.pairs[i].a << " " << arm.pairs[i].b;
    // Links that a joint which moves holds together are known to be so at the positions that were tried.
    const std::uint32_t joint = robot.links[pair.b].joint;
    const bool tried = pair.value == SelfClass::adjacent && robot.joints[joint].kind != JointKind::fixed;
    EXPECT_EQ(pair.proven, !tried) << arm.pairs[i].a << " " << arm.pairs[i].b;
    EXPECT_EQ(pair.witness.empty(), pair.hits == 0 && pair.value != SelfClass::sometimes);
    if (!pair.witness.empty()) {
      EXPECT_TRUE(property::links_meet(robot, pair.a, pair.b, pair.witness));
    }
  }
}

TEST(SelfCollision, OfTwoPerpendicularJointsAsIsKnown) {
  const scenes::Arm arm = scenes::two_joint_arm();
  const Robot robot = robot_of(arm);
  expect_truth(robot, arm, self_collision_matrix(robot, {.samples = 1000}));
  // Without proofs the same classes, by statistics.
  const SelfCollisionMatrix sampled = self_collision_matrix(robot, {.samples = 1000, .proof_budget = 0});
  for (std::size_t i = 0; i < arm.pairs.size(); ++i) {
    EXPECT_EQ(name(sampled.pairs[i].value), arm.pairs[i].value);
    if (sampled.pairs[i].value == SelfClass::never) {
      EXPECT_FALSE(sampled.pairs[i].proven);
    }
  }

  const std::uint32_t floor = find_link(robot, "floor"), wall = find_link(robot, "wall"),
                      forearm = find_link(robot, "forearm");
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  int on_wall = 0, on_floor = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::vector<double> values = property::random_values(dice, robot);
    const double yaw = values[0], pitch = values[1];
    const double reach_x = std::max(0.0, 1.25 * std::cos(pitch) * std::cos(yaw)) +
                           (std::fabs(std::sin(yaw)) + std::fabs(std::sin(pitch) * std::cos(yaw))) / 16;
    const double reach_down = std::max(0.0, 1.25 * std::sin(pitch)) + std::fabs(std::cos(pitch)) / 16;
    // The corner that reaches farthest may be below the foot of the wall.
    const double height = 1 - 1.25 * std::sin(pitch) + std::cos(pitch) / 16;
    if (std::fabs(reach_x - 0.75) > 1e-9 && height > 1e-9) {
      EXPECT_EQ(property::links_meet(robot, forearm, wall, values), reach_x > 0.75)
          << yaw << " " << pitch << ", seed " << seed;
    }
    if (std::fabs(reach_down - 1) > 1e-9) {
      EXPECT_EQ(property::links_meet(robot, floor, forearm, values), reach_down > 1) << pitch << ", seed " << seed;
    }
    on_wall += reach_x > 0.75;
    on_floor += reach_down > 1;
  }
  EXPECT_GT(on_wall, 200);
  EXPECT_GT(on_floor, 200);
}

TEST(SelfCollision, OfSevenJointsAgainstDenseSamples) {
  const scenes::Arm arm = scenes::seven_joint_arm();
  const Robot robot = robot_of(arm);
  const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = 2000});
  expect_truth(robot, arm, matrix);
  // None of many other poses says otherwise.
  const SelfCollisionMatrix dense = self_collision_matrix(robot, {.samples = 30000, .seed = 99, .proof_budget = 0});
  for (std::size_t i = 0; i < matrix.pairs.size(); ++i) {
    if (matrix.pairs[i].value == SelfClass::never) {
      EXPECT_EQ(dense.pairs[i].hits, 0u);
    }
    if (matrix.pairs[i].value == SelfClass::always) {
      EXPECT_EQ(dense.pairs[i].hits, dense.samples);
    }
  }
}

TEST(SelfCollision, TheSameForAnyThreadCount) {
  const Robot robot = robot_of(scenes::seven_joint_arm());
  const SelfCollisionMatrix one = self_collision_matrix(robot, {.samples = 3000, .proof_budget = 2000, .threads = 1});
  const SelfCollisionMatrix many = self_collision_matrix(robot, {.samples = 3000, .proof_budget = 2000, .threads = 4});
  const SelfCollisionMatrix other = self_collision_matrix(robot, {.samples = 3000, .seed = 2, .proof_budget = 2000});
  bool differs = false;
  for (std::size_t i = 0; i < one.pairs.size(); ++i) {
    EXPECT_EQ(one.pairs[i].value, many.pairs[i].value);
    EXPECT_EQ(one.pairs[i].proven, many.pairs[i].proven);
    EXPECT_EQ(one.pairs[i].hits, many.pairs[i].hits);
    EXPECT_EQ(one.pairs[i].witness, many.pairs[i].witness);
    differs = differs || one.pairs[i].hits != other.pairs[i].hits;
  }
  EXPECT_TRUE(differs);
  EXPECT_THROW(self_collision_matrix(robot, {.samples = 0}), Error);
}

TEST(SelfCollision, WrittenAndReadAsSrdf) {
  const Robot robot = robot_of(scenes::two_joint_arm());
  const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = 200});
  const std::string path = file_of("arm.srdf", srdf_text(robot, matrix));
  const std::vector<DisabledPair> disabled = read_srdf(path, robot);
  EXPECT_EQ(disabled.size(), 7u);  // all but the three that can meet
  const SelfCollisionMatrix again = self_collision_matrix(robot, {.samples = 200}, disabled);
  for (std::size_t i = 0; i < matrix.pairs.size(); ++i) {
    const bool meets = matrix.pairs[i].value == SelfClass::sometimes;
    EXPECT_EQ(again.pairs[i].value, meets ? SelfClass::sometimes : SelfClass::disabled);
    EXPECT_EQ(again.pairs[i].reason.empty(), meets);
  }
  EXPECT_EQ(read_srdf(file_of("again.srdf", srdf_text(robot, again)), robot).size(), 7u);
}

TEST(SelfCollision, MergedIntoAnSrdfThatKeepsEveryByte) {
  const Robot robot = robot_of(scenes::two_joint_arm());
  const std::string before =
      "<?xml version='1.0'?>\n<!-- </robot> mine -->\n<robot name=\"x\"  >\n\t<group name='arm'><chain "
      "a='1'/></group>\n"
      "  <disable_collisions link1='floor' link2='wall' reason='Mine'/> <!-- keep -->\n"
      "  <disable_collisions link1='gone' link2='wall'/>\n  <enable_collisions link1='sign' link2='post'/>\n";
  for (const std::string end : {"</robot>\n<!-- </robot> -->\n", "  </robot >", "\n\n</robot>"}) {
    const std::string path = file_of("given.srdf", before + end);
    const std::vector<DisabledPair> disabled = read_srdf(path, robot);
    ASSERT_EQ(disabled.size(), 1u);
    const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = 200}, disabled);
    const std::string merged = srdf_merged(path, robot, matrix);
    EXPECT_TRUE(merged.starts_with(before)) << merged;
    EXPECT_TRUE(merged.ends_with(end.substr(end.find("</")))) << merged;
    EXPECT_EQ(merged.substr(before.size()).find_first_not_of("\n"), end.find_first_not_of("\n")) << merged;
    EXPECT_EQ(merged.find("\"post\" link2=\"sign\""), std::string::npos) << "a pair that the file wants checked";
    const std::string again = file_of("merged.srdf", merged);
    std::size_t wanted = disabled.size();
    for (const SelfPair& pair : matrix.pairs) {
      const bool none =
          pair.value == SelfClass::adjacent || pair.value == SelfClass::always || pair.value == SelfClass::never;
      const bool enabled = robot.links[pair.a].name == "post" && robot.links[pair.b].name == "sign";
      wanted += none && !enabled;
    }
    EXPECT_GT(wanted, 4u);
    EXPECT_EQ(read_srdf(again, robot).size(), wanted);
    // Nothing is left to add.
    const SelfCollisionMatrix rest = self_collision_matrix(robot, {.samples = 200}, read_srdf(again, robot));
    EXPECT_EQ(srdf_merged(again, robot, rest), merged);
    EXPECT_FALSE(is_plain_srdf(again));
  }
  const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = 200});
  const std::string empty = file_of("empty.srdf", "<robot name='x'/>\n");
  EXPECT_TRUE(is_plain_srdf(empty));
  EXPECT_EQ(read_srdf(file_of("filled.srdf", srdf_merged(empty, robot, matrix)), robot).size(),
            read_srdf(file_of("fresh.srdf", srdf_text(robot, matrix)), robot).size());
  EXPECT_TRUE(is_plain_srdf(folder() + "fresh.srdf"));
}

// Files of odd bytes: what is written is the file, and lines of pairs in one place.
TEST(SelfCollision, MergedIntoRandomSrdfsThatKeepEveryByte) {
  const Robot robot = robot_of(scenes::two_joint_arm());
  const SelfCollisionMatrix all = self_collision_matrix(robot, {.samples = 50, .proof_budget = 0});
  oracle::Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 300; ++i) {
    const std::string line = dice.pick<const char*>({"\n", "\r\n", "\n\n", " ", ""});
    std::string text = dice.pick<const char*>({"", "\xef\xbb\xbf", "<?xml version='1.0'?>", "<!-- </robot> -->"});
    text += line + "<robot name='x'" + dice.pick<const char*>({"", " xmlns:xacro='u'", "\n  a = \"b\" "}) + ">";
    const int count = dice.integer(0, 6);
    for (int k = 0; k < count; ++k) {
      text += line + dice.pick<const char*>(
                         {"<group name='arm'>\t<link name='a'/></group>", "<!-- \xc3\xa4 <robot> -->",
                          "<![CDATA[ </robot> ]]>", "some words", "<disable_collisions link1='floor' link2='wall'/>",
                          "<xacro:property name='p' value='${1 + 2}'/>", "<virtual_joint  name = 'v' />",
                          "<enable_collisions link1='sign' link2='post'/>"});
    }
    text += line + dice.pick<const char*>({"</robot>", "  </robot >\n", "</robot>\r\n<!-- end -->"});
    const std::string path = file_of("given.srdf", text);
    SelfCollisionMatrix matrix = all;
    for (SelfPair& pair : matrix.pairs) {
      for (const DisabledPair& known : read_srdf(path, robot)) {
        if (known.a == pair.a && known.b == pair.b) pair.value = SelfClass::disabled;
      }
    }
    const std::string merged = srdf_merged(path, robot, matrix);
    ASSERT_GT(merged.size(), text.size());
    std::size_t front = 0, back = 0;
    while (front < text.size() && merged[front] == text[front]) ++front;
    while (back < text.size() && merged[merged.size() - 1 - back] == text[text.size() - 1 - back]) ++back;
    EXPECT_GE(front + back, text.size()) << text << "\n---\n" << merged;
    EXPECT_GE(read_srdf(file_of("merged.srdf", merged), robot).size(), 5u) << merged;
  }
}

TEST(SelfCollision, ProofsOfRandomRobotsHold) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const property::Tally tally = property::check_self_collisions(seed, oracle::scaled(40), 200);
    tally.print("self-collisions");
    EXPECT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.02);
  }
}

}  // namespace
}  // namespace graze
