// `graze move` through the real binary.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graze/record_motion.h"
#include "run.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

// A cube of side 2 around the origin.
std::string cube_file() {
  const std::string path = folder() + "cube.obj";
  write_file(path,
             "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
             "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  return path;
}

const std::string away = R"( --pose-scene '{"translation":[5,0,0]}')";

Json answer_of_move(const std::string& arguments, int exit_code) {
  const Output result = run("move --json " + arguments);
  EXPECT_EQ(result.exit_code, exit_code) << result.err;
  EXPECT_EQ(result.err, "");
  return Json::parse(result.out);
}

void expect_refused(const std::string& arguments, const std::string& message) {
  const Output result = run("move " + arguments);
  EXPECT_EQ(result.exit_code, 2) << arguments;
  EXPECT_EQ(result.out, "") << arguments;
  EXPECT_EQ(result.err.substr(0, result.err.find('\n')), "graze: " + message);
}

TEST(Move, TellsTheFirstContactOfATranslation) {
  const std::string file = cube_file(), files = file + " " + file + away;
  const Json answer = answer_of_move(files + " --translate 6,0,0", 1);
  EXPECT_EQ(answer["hit"], true);
  EXPECT_EQ(answer["start"], "clear");
  EXPECT_EQ(answer["complete"], true);
  EXPECT_LE(answer["bracket"][0].get<double>(), 0.5);
  EXPECT_GE(answer["bracket"][1].get<double>(), 0.5 - 1e-10);
  EXPECT_LT(answer["bracket"][1].get<double>() - answer["bracket"][0].get<double>(), 1e-9);
  EXPECT_EQ(answer["contact"]["normal"], Json({1.0, 0.0, 0.0}));
  EXPECT_NEAR(answer["contact"]["point"][0].get<double>(), 4, 1e-9);
  EXPECT_EQ(answer["other"], file);
  EXPECT_LE(answer["pose"]["matrix"][0][3].get<double>(), 3);
  EXPECT_GT(answer["pose"]["matrix"][0][3].get<double>(), 3 - 1e-9);

  const Output plain = run("move " + files + " --translate 6,0,0");
  EXPECT_EQ(plain.exit_code, 1);
  EXPECT_EQ(plain.out.rfind("hit at 0.", 0), 0u) << plain.out;
  EXPECT_NE(plain.out.find("\n  free until 0.4999999"), std::string::npos) << plain.out;
  EXPECT_NE(plain.out.find("\n  normal     (1, 0, 0)\n"), std::string::npos) << plain.out;
}

TEST(Move, FreeWaysAreClean) {
  const std::string file = cube_file(), files = file + " " + file + away;
  const Json answer = answer_of_move(files + " --translate -6,0,0", 0);
  EXPECT_EQ(answer["hit"], false);
  EXPECT_TRUE(answer["bracket"].is_null());
  EXPECT_TRUE(answer["contact"].is_null());
  EXPECT_TRUE(answer["other"].is_null());
  EXPECT_EQ(answer["fraction"], 1);
  EXPECT_EQ(run("move " + files + " --rotate 0,0,1,0,0,0,6.28").out, "free\n");
}

TEST(Move, TranslatesFirstAndThenTurns) {
  // At (0, 0, 4) it clears the other cube, which a turn about the y axis through the origin brings it to.
  const std::string file = cube_file(), files = file + " " + file + away;
  const Json answer = answer_of_move(files + " --translate 0,0,5 --rotate 0,1,0,0,0,0,1.6", 1);
  EXPECT_EQ(answer["phase"], 1);
  EXPECT_GT(answer["bracket"][0].get<double>(), 0.3);
  EXPECT_LT(answer["bracket"][1].get<double>(), 0.9);
  EXPECT_NE(run("move " + files + " --translate 0,0,5 --rotate 0,1,0,0,0,0,1.6").out.find(" of the rotation\n"),
            std::string::npos);
  EXPECT_EQ(answer_of_move(files + " --screw 1,0,0,0,0,0,1.5,6", 1)["hit"], true);
}

TEST(Move, GoesAndTurnsAtOnce) {
  // By an eighth of a turn the corner of the cube is sqrt 2 ahead of its middle; the other begins at 4.
  const std::string file = cube_file(), files = file + " " + file + away;
  const Json answer = answer_of_move(files + " --spin 0,0,1,0,0,0,0.785398163397448,3,0,0", 1);
  const double lo = answer["bracket"][0], hi = answer["bracket"][1];
  EXPECT_LT(hi - lo, 1e-9);
  const auto reach = [](double t) { return 3 * t + std::sqrt(2.0) * std::cos(0.785398163397448 * (1 - t)); };
  EXPECT_LE(reach(lo), 4 + 1e-9);
  EXPECT_GE(reach(hi), 4 - 1e-9);
  EXPECT_NE(run("move " + files + " --spin 0,0,1,0,0,0,0.785398163397448,3,0,0").out.find(" of the motion\n"),
            std::string::npos);
  const std::string path = folder() + "spin.gltf";
  answer_of_move(files + " --spin 0,0,1,0,0,0,3,-6,0,0 --frames " + path, 0);
  const Json gltf = Json::parse(read_file(path));
  EXPECT_EQ(gltf["animations"][0]["channels"].size(), 2u);  // translation and rotation
  const Json& places = gltf["accessors"][gltf["animations"][0]["samplers"][0]["output"].get<std::size_t>()];
  EXPECT_GT(places["count"].get<int>(), 15);
}

TEST(Move, StaysOutOfTheExpelZone) {
  const std::string file = cube_file(), files = file + " " + file + away;
  const Json answer = answer_of_move(files + " --translate 6,0,0 --expel 0.25", 1);
  EXPECT_EQ(answer["stopped"], true);
  EXPECT_EQ(answer["expel"], 0.25);
  const double x = answer["pose"]["matrix"][0][3];
  EXPECT_LE(x, 2.75);
  EXPECT_GE(x, 2);  // at most 4 expel thicknesses away
  // It comes as near as the zone and does not touch: clean.
  EXPECT_EQ(answer_of_move(files + " --translate 2.9,0,0 --expel 0.25", 0)["stopped"], true);
}

TEST(Move, AStartInContactIsAFinding) {
  const std::string file = cube_file();
  const Output plain =
      run("move " + file + " " + file + R"( --translate 1,0,0 --pose-scene '{"translation":[2,0,0]}')");
  EXPECT_EQ(plain.exit_code, 1);
  EXPECT_EQ(plain.out.rfind("in contact at the start: ", 0), 0u) << plain.out;
  EXPECT_EQ(answer_of_move(file + " " + file + R"( --solid --translate 1,0,0 --pose-moving '{"scale":[0.5,0.5,0.5]}')",
                           1)["start"],
            "overlapping");
}

TEST(Move, ASpentBudgetIsIncomplete) {
  const Json answer = answer_of_move("--scene key-in-lock/right --budget 20", 3);
  EXPECT_EQ(answer["complete"], false);
  EXPECT_TRUE(answer["hit"].is_null());
  EXPECT_EQ(answer["scene"], "key-in-lock/right");
}

TEST(Move, RunsBuiltInScenes) {
  const Json answer = answer_of_move("--scene blade-vs-rod/170", 1);
  EXPECT_EQ(answer["other"], "peg");
  EXPECT_NEAR(answer["bracket"][0].get<double>(), 20.0 / 170, 1e-9);
  EXPECT_EQ(run("move --scene thin-wall-bullet/beside").out, "free\n");
}

TEST(Move, WritesTheMotionAsGltf) {
  const std::string file = cube_file(), path = folder() + "motion.gltf";
  answer_of_move(file + " " + file + away + " --translate 0,0,5 --rotate 0,1,0,0,0,0,1.6 --frames " + path, 1);
  const Json gltf = Json::parse(read_file(path));
  ASSERT_EQ(gltf["animations"].size(), 1u);
  const Json& animation = gltf["animations"][0];
  ASSERT_EQ(animation["channels"].size(), 2u);  // the scene stands
  const Json& times = gltf["accessors"][animation["samplers"][0]["input"].get<std::size_t>()];
  EXPECT_EQ(times["min"][0], 0);
  EXPECT_GT(times["max"][0].get<double>(), 3.5);  // 2 seconds of translation, part of 2 of rotation, 1 of rest
  EXPECT_LT(times["max"][0].get<double>(), 5);
  EXPECT_GT(times["count"].get<int>(), 5);
  EXPECT_EQ(gltf["nodes"][1]["name"], file + " moving");

  answer_of_move("--scene gear-train/wrong-ratio --frames " + folder() + "gears.glb", 1);
  EXPECT_EQ(read_file(folder() + "gears.glb").substr(0, 4), "glTF");
}

TEST(Move, BadUsageExitsWithTwo) {
  const std::string file = cube_file(), files = file + " " + file + " ";
  expect_refused("", "MOVING is required");
  expect_refused(file, "SCENE is required");
  expect_refused(files, "a motion is needed: --translate, --rotate, both, --screw or --spin");
  expect_refused(files + "--translate 1,2", "--translate: 3 numbers are needed: x,y,z");
  expect_refused(files + "--translate 1,2,x", "--translate: 'x' is not a finite number");
  expect_refused(files + "--rotate 0,0,0,0,0,0,1", "--rotate: the axis must not be zero");
  expect_refused(files + "--rotate 0,0,1,0,0,0,7", "--rotate: the angle must be within 2 pi either way");
  expect_refused(files + "--translate 1,2,3 --screw 0,0,1,0,0,0,1,1",
                 "--screw is a motion of its own: leave out --translate and --rotate");
  expect_refused(files + "--rotate 0,0,1,0,0,0,1 --spin 0,0,1,0,0,0,1,1,0,0",
                 "--spin is a motion of its own: leave out --translate and --rotate");
  expect_refused(files + "--screw 0,0,1,0,0,0,1,1 --spin 0,0,1,0,0,0,1,1,0,0", "give --screw or --spin, not both");
  expect_refused(files + "--spin 0,0,1,0,0,0,1",
                 "--spin: 10 numbers are needed: axis x,y,z, origin x,y,z, angle, way of the origin x,y,z");
  expect_refused(files + "--translate 1,2,3 --expel=-1", "--expel must not be negative");
  expect_refused(files + "--scene brick-wall",
                 "--scene has bodies and motions of its own: leave out files, --translate, --rotate, --screw, --spin");
  expect_refused(file + " none.obj --translate 1,0,0", "none.obj: no such file");
  expect_refused(files + away + " --translate 1,0,0 --frames motion.fbx",
                 "motion.fbx: the file's ending must be .gltf or .glb");
}

// What graze/record.h writes of a move gives its answer.
TEST(Move, LinesRepeatIt) {
  const Body box{make_box({0.5, 0.4, 0.3}), make_pose({0.1, 0, 0})};
  const std::vector<MovingBody> others = {{{make_sphere(0.5), make_pose({3, 0.1, 0})}, translation_by({-0.5, 0, 0})},
                                          {{make_box({1, 1, 1}), make_pose({4, 3, 0})}, {}}};
  const std::vector<Motion> motions = {translation_by({4, 0.1, 0}), rotation_about({2, 0, 0}, {0, 0, 1}, 3),
                                       translation_then_rotation({1, 0, 0}, {2, 0, 0}, {0, 0, 1}, 3),
                                       screw_about({0, 1, 0}, {1, 0, 0}, 2, 4),
                                       translation_with_rotation({4, 0, 0}, {0, 0, 0}, {0, 0, 1}, 2)};
  int hits = 0;
  for (const Motion& motion : motions) {
    const MoveSettings settings{.tolerance = 1e-7, .expel = 1e-4};
    const MoveResult expected = graze::move(box, motion, others, settings);
    ASSERT_TRUE(expected.ok());
    hits += expected.yes();
    const std::string lines = move_lines(box, motion, others, settings);
    const Output output = run("query", lines);
    ASSERT_EQ(output.exit_code, 0) << lines;
    const Json answer = Json::parse(output.lines().back());
    if (expected.yes()) {
      EXPECT_EQ(answer["bracket"], Json::array({expected.lower, expected.upper})) << lines;
    }
    EXPECT_EQ(answer["hit"], expected.yes()) << lines;
    EXPECT_EQ(answer["fraction"], expected.fraction) << lines;
  }
  EXPECT_GE(hits, 3);
}

}  // namespace
}  // namespace graze::test
