// `world` through the real binary.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "run.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

// The answers of one session, the define of a ball first.
std::vector<Json> ask_world(const std::vector<std::string>& lines, int exit_code = 0) {
  std::string input = R"({"op":"define","shape":"ball","sphere":{"radius":1}})"
                      "\n";
  for (const std::string& line : lines) input += "{\"op\":\"world\"," + line + "}\n";
  const Output result = run("query", input);
  EXPECT_EQ(result.exit_code, exit_code) << result.out;
  std::vector<Json> answers;
  for (const std::string& line : result.lines()) answers.push_back(Json::parse(line));
  EXPECT_EQ(answers.size(), lines.size() + 1);
  return answers;
}

TEST(WorldOp, StepsTellPairsAndEvents) {
  const auto answers = ask_world({R"("do":"add","key":7,"shape":"ball")",
                                  R"("do":"add","key":3,"shape":"ball","pose":{"translation":[1,0,0]})",
                                  R"("do":"step")", R"("do":"move","key":3,"pose":{"translation":[9,0,0]})",
                                  R"("do":"step","range":8)", R"("do":"remove","key":3)", R"("do":"step")"});
  EXPECT_EQ(answers[3]["pairs"].size(), 1u);
  EXPECT_EQ(answers[3]["pairs"][0]["a"], 3);
  EXPECT_EQ(answers[3]["pairs"][0]["b"], 7);
  EXPECT_EQ(answers[3]["pairs"][0]["touching"], true);
  EXPECT_EQ(answers[3]["events"][0]["event"], "begin");
  EXPECT_EQ(answers[5]["pairs"][0]["distance"], 7);
  EXPECT_EQ(answers[5]["events"][0]["event"], "end");
  EXPECT_EQ(answers[7]["pairs"].size(), 0u);
  const Json& statistics = answers[3]["statistics"];
  std::size_t rejected = 0;
  for (const Json& filter : statistics["filters"]) rejected += filter["decided"].get<std::size_t>();
  EXPECT_EQ(statistics["candidates"].get<std::size_t>(), rejected + statistics["survivors"].get<std::size_t>());
}

TEST(WorldOp, InterestAndExplain) {
  const auto answers = ask_world(
      {R"("do":"add","key":1,"shape":"ball")", R"("do":"add","key":2,"shape":"ball","group":5)",
       R"("do":"interest","keys":[1,2],"interest":"off")", R"("do":"step")", R"("do":"explain","keys":[1,2])",
       R"("do":"interest","keys":[1,2],"interest":"unset")", R"("do":"interest","groups":[0,5],"interest":"off")",
       R"("do":"step")", R"("do":"interest","key":1,"interest":"on")", R"("do":"step","broad":"octree","filters":[])"});
  EXPECT_EQ(answers[4]["statistics"]["unwanted"], 1);
  EXPECT_EQ(answers[5]["stage"], "interest");
  EXPECT_EQ(answers[8]["pairs"].size(), 0u);
  EXPECT_EQ(answers[10]["pairs"].size(), 1u);
}

TEST(WorldOp, DeformablesAndSleepers) {
  const Output result =
      run("query", R"({"op":"define","shape":"t","mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2]]}})"
                   "\n"
                   R"({"op":"world","do":"add","key":1,"kind":"deformable","shape":"t"})"
                   "\n"
                   R"({"op":"world","do":"add","key":2,"kind":"fixed","shape":"t","pose":{"translation":[0,0,1]}})"
                   "\n"
                   R"({"op":"world","do":"step"})"
                   "\n"
                   R"({"op":"world","do":"deform","key":1,"vertices":[[0,0,0],[1,0,0],[0.1,0.1,2]]})"
                   "\n"
                   R"({"op":"world","do":"step"})"
                   "\n"
                   R"({"op":"world","do":"sleep","key":1})"
                   "\n"
                   R"({"op":"world","do":"step"})"
                   "\n");
  ASSERT_EQ(result.exit_code, 0) << result.out;
  EXPECT_EQ(Json::parse(result.lines().at(3))["pairs"].size(), 0u);
  EXPECT_EQ(Json::parse(result.lines().at(5))["pairs"][0]["touching"], true);
  EXPECT_EQ(Json::parse(result.lines().at(5))["statistics"]["prepared"], 1);
  EXPECT_EQ(Json::parse(result.lines().at(7))["pairs"][0]["resting"], true);
}

TEST(WorldOp, FollowsWays) {
  const auto answers = ask_world(
      {R"("do":"add","key":1,"shape":"ball","pose":{"translation":[-10,0,0]})", R"("do":"add","key":2,"shape":"ball")",
       R"("do":"move","key":1,"motion":{"translation":[20,0,0]})", R"("do":"step","continuous":true)"});
  EXPECT_EQ(answers[4]["pairs"][0]["hit"], true);
  EXPECT_EQ(answers[4]["pairs"][0]["touching"], false);
  EXPECT_NEAR(answers[4]["pairs"][0]["bracket"][0].get<double>(), 0.4, 1e-9);
}

TEST(WorldOp, Regroups) {
  const auto answers =
      ask_world({R"("do":"add","key":1,"shape":"ball")", R"("do":"add","key":2,"shape":"ball","group":5)",
                 R"("do":"regroup","key":1,"mask":[0,4])", R"("do":"step")", R"("do":"regroup","key":2,"group":4)",
                 R"("do":"step")", R"("do":"ray","origin":[-5,0,0],"direction":[1,0,0],"groups":[4])",
                 R"("do":"regroup","key":2)", R"("do":"regroup","key":2,"group":64)",
                 R"("do":"regroup","key":3,"group":1)", R"("do":"regroup","key":2,"mask":[0,70])"},
                2);
  EXPECT_EQ(answers[4]["pairs"].size(), 0u);
  EXPECT_EQ(answers[6]["pairs"].size(), 1u);
  EXPECT_EQ(answers[7]["key"], 2);
  EXPECT_EQ(answers[8]["error"], "give 'group' or 'mask'");
  EXPECT_TRUE(answers[9].contains("error"));
  EXPECT_EQ(answers[10]["error"], "no object has the key 3");
  EXPECT_NE(answers[11]["error"].get<std::string>().find("mask[1]"), std::string::npos) << answers[11];
}

TEST(WorldOp, SavesLoadsAndDraws) {
  const std::string file = folder() + "some.world", drawing = folder() + "some.gltf";
  const std::string saved = "\"file\":\"" + file + "\"";
  const auto answers = ask_world(
      {R"("do":"add","key":1,"shape":"ball")", R"("do":"add","key":2,"shape":"ball","pose":{"translation":[1,0,0]})",
       R"("do":"step","contacts":0)", R"("do":"save",)" + saved, R"("do":"remove","key":2)", R"("do":"step")",
       R"("do":"load",)" + saved, R"("do":"step","contacts":0)",
       R"("do":"draw","edges":true,"boxes":true,"step":true,"file":")" + drawing + "\"",
       R"("do":"load","file":")" + drawing + "\"", R"("do":"save")", R"("do":"draw","file":"x.obj")",
       R"("do":"step","contacts":0)"},
      2);
  EXPECT_EQ(answers[4]["objects"], 2);
  EXPECT_EQ(answers[6]["pairs"].size(), 0u);
  EXPECT_EQ(answers[7]["objects"], 2);
  EXPECT_EQ(answers[8]["pairs"], answers[3]["pairs"]);
  EXPECT_GT(answers[9]["triangles"].get<int>(), 100);
  EXPECT_GT(answers[9]["lines"].get<int>(), 48);
  EXPECT_EQ(Json::parse(read_file(drawing))["meshes"].size(), 2u);
  EXPECT_EQ(answers[10]["error"], "load: " + drawing + ": not a graze world file");
  EXPECT_EQ(answers[11]["error"], "missing field 'file'");
  EXPECT_EQ(answers[12]["error"], "x.obj: the file's ending must be .gltf or .glb");
  EXPECT_EQ(answers[13]["pairs"].size(), 1u) << "what failed changed nothing";
}

TEST(WorldOp, SaysWhatIsWrong) {
  const auto answers =
      ask_world({R"("do":"add","key":1,"shape":"ball")", R"("do":"add","key":1,"shape":"ball")",
                 R"("do":"move","key":2,"pose":{})", R"("do":"fly")", R"("do":"step","wings":2)",
                 R"("do":"step","filters":["hull","hull"])", R"("do":"deform","key":1,"vertices":[[0,0,0]])",
                 R"("do":"interest","interest":"on")", R"("do":"step","range":-1)",
                 R"("do":"add","key":4,"shape":"ball","kind":"deformable")", R"("do":"step")"},
                2);
  for (std::size_t i = 2; i < 11; ++i) EXPECT_TRUE(answers[i].contains("error")) << i << " " << answers[i];
  EXPECT_EQ(answers[11]["statistics"]["objects"], 1);
}

}  // namespace
}  // namespace graze::test
