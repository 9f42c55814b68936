#include "tests/property/motion_scenes.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

class MotionSceneTest : public testing::TestWithParam<std::string> {};

TEST_P(MotionSceneTest, GivesItsExpectedOutcome) { EXPECT_EQ(fault_in_scene(GetParam()), ""); }

std::vector<std::string> quick_scenes() {
  std::vector<std::string> names;
  for (const std::string& name : scenes::motion_scene_names())
    if (name != "gear-train/right" && name.find("screw") == name.npos) names.push_back(name);  // seconds: in the soak
  return names;
}

INSTANTIATE_TEST_SUITE_P(Quick, MotionSceneTest, testing::ValuesIn(quick_scenes()),
                         [](const testing::TestParamInfo<std::string>& info) {
                           std::string name = info.param;
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

// Bricks of one layer are met at the same time, and that of every layer is told from the next's, a millionth later.
TEST(BrickWall, ALayerIsMetAtOnce) {
  const scenes::MotionScene wall = scenes::motion_scene("brick-wall/ram");
  for (std::size_t i = 0; i < wall.others.size(); ++i) {
    scenes::MotionScene one = wall;
    one.others = {wall.others[i]};
    const double time = 0.25 + (wall.others[i].body.pose.translation.x - wall.others[0].body.pose.translation.x);
    const MoveResult result = move_scene(one);
    ASSERT_TRUE(result.yes() && result.status == Status::ok) << i;
    EXPECT_LE(result.lower, time) << i;
    EXPECT_GE(result.upper, time) << i;
    EXPECT_LT(result.upper - result.lower, 1e-10) << i;
  }
}

}  // namespace
}  // namespace graze::property
