// SDF and MJCF against the URDF of the same robot.
#include <gtest/gtest.h>

#include "tests/io/files.h"
#include "tests/robot/twins.h"

namespace graze {
namespace {

std::vector<double> values_for(const Robot& robot, const std::map<std::string, double>& by_name) {
  std::vector<double> values;
  for (const RobotVariable& variable : robot.variables) values.push_back(by_name.at(variable.name));
  return values;
}

// The poses of the links by name, as the file gives their frames.
std::map<std::string, Pose> frames_of(const Robot& robot, const std::vector<double>& values) {
  std::map<std::string, Pose> frames;
  const std::vector<Pose> poses = link_poses(robot, values);
  for (std::size_t i = 0; i < robot.links.size(); ++i) frames[robot.links[i].name] = poses[i] * robot.links[i].frame;
  return frames;
}

double apart(const Pose& a, const Pose& b) {
  double most = length(a.translation - b.translation);
  for (int k = 0; k < 3; ++k) most = std::max(most, length(a.linear[k] - b.linear[k]));
  return most;
}

void compare(const TwinRobot& twin, const Robot& urdf, const Robot& other, bool refs, oracle::Dice& dice) {
  EXPECT_TRUE(other.skipped.empty());
  ASSERT_EQ(urdf.variables.size(), other.variables.size());
  for (int round = 0; round < 3; ++round) {
    std::map<std::string, double> by_name, shifted;
    for (std::size_t i = 0; i < twin.size(); ++i) {
      const double value = dice.uniform(-3, 3);
      by_name["j" + std::to_string(i)] = value;
      shifted["j" + std::to_string(i)] = value + (refs ? twin[i].ref : 0);
    }
    const auto expected = frames_of(urdf, values_for(urdf, by_name));
    const auto found = frames_of(other, values_for(other, shifted));
    // The frame of the first link may be anywhere in its world.
    const Pose base = inverse(found.at("link0"));
    for (std::size_t i = 0; i < twin.size(); ++i) {
      const std::string name = "link" + std::to_string(i);
      const Pose body = expected.at(name) * Pose{{}, -twin[i].anchor};
      EXPECT_LT(apart(base * found.at(name), body), 1e-12 * (1 + length(body.translation))) << name;
    }
  }
  for (const RobotVariable& variable : urdf.variables) {
    const auto& same = other.variables;
    const auto at = std::find_if(same.begin(), same.end(), [&](const auto& v) { return v.name == variable.name; });
    ASSERT_NE(at, same.end());
    const double ref = refs ? twin[std::size_t(std::stoi(variable.name.substr(1)))].ref : 0;
    const bool endless = twin[std::size_t(std::stoi(variable.name.substr(1)))].type == "continuous";
    EXPECT_NEAR(at->lower, variable.lower + (endless ? 0 : ref), 1e-14);
    EXPECT_NEAR(at->upper, variable.upper + (endless ? 0 : ref), 1e-14);
  }
  for (const RobotLink& link : urdf.links) {
    const RobotLink& same = other.links[find_link(other, link.name)];
    ASSERT_EQ(bool(link.shape), bool(same.shape)) << link.name;
    if (!link.shape) continue;
    // Of URDF the frame of the link is that of the joint, which is where SDF and MJCF have been put, too.
    const Box a = link.shape.bounds(), b = same.shape.bounds();
    EXPECT_LT(length(a.lo - b.lo) + length(a.hi - b.hi), 1e-12) << link.name;
  }
}

TEST(Twins, SdfAndMjcfMoveAsTheUrdfOfTheSameRobot) {
  const std::uint64_t seed = oracle::fixed_seed;
  oracle::Dice dice(seed);
  std::map<std::string, int> seen;
  const std::uint64_t count = oracle::scaled(200);
  for (std::uint64_t i = 0; i < count && !HasFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", robot " + std::to_string(i));
    const TwinRobot twin = random_twin(dice);
    TwinWriter writer(twin, dice.bits());
    const Robot urdf = read_robot(file_of("twin.urdf", writer.urdf()));
    const std::string sdf = writer.sdf(), mjcf = writer.mjcf();
    compare(twin, urdf, read_robot(file_of("twin.sdf", sdf)), false, dice);
    compare(twin, urdf, read_robot(file_of("twin.xml", mjcf)), true, dice);
    for (const TwinLink& link : twin) {
      ++seen[link.type];
      seen["mimic"] += link.mimic >= 0;
      seen["anchor"] += !(link.anchor == Vec3{});
      seen["ref"] += link.ref != 0;
    }
    if (HasFailure()) std::printf("%s\n%s\n%s\n", writer.urdf().c_str(), sdf.c_str(), mjcf.c_str());
  }
  for (const char* const each : {"fixed", "revolute", "continuous", "prismatic", "mimic", "anchor", "ref"}) {
    EXPECT_GE(seen[each], int(count / 10)) << each;
  }
}

}  // namespace
}  // namespace graze
