// Audits of SRDF files, classes of MoveIt, and searches that end early.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "scenes/arm.h"
#include "tests/io/files.h"
#include "tests/property/robots.h"
#include "tests/robot/arms.h"

namespace graze {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Pairs wrong_ones(const SelfCollisionMatrix& audit) {
  Pairs wrong;
  for (const SelfPair& pair : audit.pairs)
    if (pair.value == SelfClass::sometimes) wrong.insert({pair.a, pair.b});
  return wrong;
}

TEST(Audit, FindsExactlyTheEntriesThatWerePlanted) {
  oracle::Dice dice(oracle::fixed_seed);
  std::size_t planted_ever = 0;
  for (int round = 0; round < static_cast<int>(oracle::scaled(10)); ++round) {
    const Robot robot = round == 0 ? seven_joint_arm() : property::random_robot(dice, 6);
    const SelfCollisionMatrix truth = self_collision_matrix(robot, {.samples = 1000, .proof_budget = 20000});
    std::vector<DisabledPair> disabled;
    Pairs planted;
    for (const SelfPair& pair : truth.pairs) {
      const bool right = pair.value == SelfClass::adjacent || pair.value == SelfClass::always ||
                         (pair.value == SelfClass::never && pair.proven);
      const bool wrong = pair.value == SelfClass::sometimes && dice.chance(2);
      if (right || wrong) disabled.push_back({pair.a, pair.b, right ? "Never" : "Planted"});
      if (wrong) planted.insert({pair.a, pair.b});
    }
    planted_ever += planted.size();
    // Through a file, as it is used.
    SelfCollisionMatrix written;
    for (const DisabledPair& pair : disabled) {
      SelfPair entry;
      entry.a = pair.a;
      entry.b = pair.b;
      entry.value = SelfClass::disabled;
      entry.reason = pair.reason;
      written.pairs.push_back(entry);
    }
    const std::string path = file_of("audited.srdf", srdf_text(robot, written));
    const SelfCollisionMatrix audit = audit_disabled(robot, read_srdf(path, robot), {.samples = 1000});
    EXPECT_TRUE(audit.complete);
    EXPECT_EQ(audit.pairs.size(), disabled.size());
    EXPECT_EQ(wrong_ones(audit), planted);
    for (const SelfPair& pair : audit.pairs) {
      EXPECT_EQ(pair.reason, planted.contains({pair.a, pair.b}) ? "Planted" : "Never");
      if (pair.value == SelfClass::sometimes) {
        EXPECT_TRUE(property::links_meet(robot, pair.a, pair.b, pair.witness));
      }
    }
  }
  EXPECT_GT(planted_ever, 5u);
}

TEST(Matrix, HasMoveItsReasonsAndAWitnessOnEitherSide) {
  const Robot robot = seven_joint_arm();
  const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = 1000, .proof_budget = 1000});
  const std::vector<double> home(robot.variables.size(), 0.0);
  for (const SelfPair& pair : matrix.pairs) {
    if (!pair.apart.empty()) {
      EXPECT_FALSE(property::links_meet(robot, pair.a, pair.b, pair.apart));
    }
    if (!pair.witness.empty()) {
      EXPECT_TRUE(property::links_meet(robot, pair.a, pair.b, pair.witness));
    }
    EXPECT_EQ(pair.at_default, property::links_meet(robot, pair.a, pair.b, home));
    if (pair.value == SelfClass::sometimes && pair.proven) {
      EXPECT_FALSE(pair.witness.empty() || pair.apart.empty());
    }
  }
  SelfPair often;
  often.value = SelfClass::sometimes;
  often.hits = 960;
  EXPECT_STREQ(moveit_reason(often, 1000), "Always");
  often.hits = 940;
  EXPECT_STREQ(moveit_reason(often, 1000), "");
  often.at_default = true;
  EXPECT_STREQ(moveit_reason(often, 1000), "Default");
  often.value = SelfClass::never;
  EXPECT_STREQ(moveit_reason(often, 1000), "Never");
  often.value = SelfClass::undecided;
  EXPECT_STREQ(moveit_reason(often, 1000), "");
}

std::size_t proven_never(const SelfCollisionMatrix& matrix) {
  return static_cast<std::size_t>(std::count_if(matrix.pairs.begin(), matrix.pairs.end(), [](const SelfPair& pair) {
    return pair.value == SelfClass::never && pair.proven;
  }));
}

// Work is counted in calls of `progress`, one for each slice of distances, so that the machine does not matter.
TEST(Matrix, MostProofsComeInATenthOfTheWorkAndAnEndKeepsThem) {
  const Robot robot = seven_joint_arm();
  std::uint64_t slices = 0, at = 0;
  const auto count = [&](const MatrixProgress& progress) {
    slices += progress.to_prove > 0;
    return at == 0 || slices < at;
  };
  const SelfCollisionMatrix whole = self_collision_matrix(robot, {.samples = 500, .threads = 1, .progress = count});
  EXPECT_TRUE(whole.complete);
  const std::size_t all = proven_never(whole);
  ASSERT_GT(all, 10u);
  // The budget of pairs that are never proven is no part of the work that proofs take.
  std::uint64_t last = 0;
  {
    std::uint64_t seen = 0;
    std::size_t proven = 0;
    (void)self_collision_matrix(robot, {.samples = 500, .threads = 1, .progress = [&](const MatrixProgress& progress) {
                                          seen += progress.to_prove > 0;
                                          if (progress.proven > proven) {
                                            proven = progress.proven;
                                            last = seen;
                                          }
                                          return true;
                                        }});
  }
  slices = 0;
  at = last / 10;
  const SelfCollisionMatrix part = self_collision_matrix(robot, {.samples = 500, .threads = 1, .progress = count});
  EXPECT_FALSE(part.complete);
  std::printf("%zu of %zu proofs in %llu of %llu slices of work\n", proven_never(part), all,
              static_cast<unsigned long long>(at), static_cast<unsigned long long>(last));
  EXPECT_GE(double(proven_never(part)), 0.8 * double(all));
  for (std::size_t i = 0; i < part.pairs.size(); ++i) {
    if (!part.pairs[i].proven) continue;
    EXPECT_EQ(part.pairs[i].value, whole.pairs[i].value);
  }
}

TEST(Matrix, ASearchEndsInTimeAndKeepsItsSamples) {
  const Robot robot = seven_joint_arm();
  const auto start = std::chrono::steady_clock::now();
  const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = std::uint64_t{1} << 30, .seconds = 0.2});
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 20);
  EXPECT_FALSE(matrix.complete);
  EXPECT_GT(matrix.samples, 0u);
  EXPECT_LT(matrix.samples, std::uint64_t{1} << 30);
  for (const SelfPair& pair : matrix.pairs) EXPECT_LE(pair.hits, matrix.samples);
}

}  // namespace
}  // namespace graze
