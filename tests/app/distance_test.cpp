// `distance` and `within` through the real binary.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "run.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

const std::string board =
    R"({"op":"define","shape":"m","mesh":{"vertices":[[0,0,0],[2,0,0],[2,2,0],[0,2,0]],"triangles":[[0,1,2],[0,2,3]]}})";

Json ask_of_board(const std::string& line) {
  const Output result = run("query", board + "\n" + line + "\n");
  EXPECT_EQ(result.exit_code, 0) << result.out;
  return Json::parse(result.lines().at(1));
}

TEST(Distance, TellsNumberPointsNormalAndFeatures) {
  const Json answer =
      ask_of_board(R"({"id":1,"op":"distance","a":{"shape":"m"},"b":{"shape":"m","pose":{"translation":[3,0.5,0]}}})");
  EXPECT_EQ(answer["distance"], 1);
  EXPECT_LE(answer["bound"].get<double>(), 1e-13);
  EXPECT_LE(answer["lower"].get<double>(), 1);
  EXPECT_GE(answer["upper"].get<double>(), 1);
  EXPECT_EQ(answer["points"][0][0], 2);
  EXPECT_EQ(answer["points"][1][0], 3);
  EXPECT_EQ(answer["normal"], Json::parse("[1.0,0.0,0.0]"));
  EXPECT_EQ(answer["features"].size(), 2u);
}

TEST(Distance, IsZeroWithoutANormalWhereTheyTouch) {
  const Json answer =
      ask_of_board(R"({"id":1,"op":"distance","a":{"shape":"m"},"b":{"shape":"m","pose":{"translation":[2,0,0]}}})");
  EXPECT_EQ(answer["distance"], 0);
  EXPECT_EQ(answer["bound"], 0);
  EXPECT_TRUE(answer["normal"].is_null());
}

TEST(Distance, BeyondTheLimitIsNull) {
  const Json answer = ask_of_board(
      R"({"id":1,"op":"distance","a":{"shape":"m"},"b":{"shape":"m","pose":{"translation":[9,0,0]}},"max":5})");
  EXPECT_TRUE(answer["distance"].is_null());
  EXPECT_EQ(answer["lower"], 5);
  EXPECT_TRUE(answer["upper"].is_null());
}

TEST(Within, CountsEquality) {
  const std::string line =
      R"({"id":1,"op":"within","a":{"shape":"m"},"b":{"shape":"m","pose":{"translation":[3,0,0]}},"tolerance":)";
  EXPECT_EQ(ask_of_board(line + "1}")["within"], true);
  EXPECT_EQ(ask_of_board(line + "0.9999999999999999}")["within"], false);
}

TEST(DistanceCommand, ReadsTwoFiles) {
  const std::string a = folder() + "a.obj", b = folder() + "b.obj";
  write_file(a, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  write_file(b, "v 0 0 2\nv 1 0 2\nv 0 1 2\nf 1 2 3\n");
  const Output apart = run("distance --json " + a + " " + b);
  EXPECT_EQ(apart.exit_code, 0) << apart.err;
  EXPECT_EQ(Json::parse(apart.out)["distance"], 2);
  const Output plain = run("distance " + a + " " + b);
  EXPECT_EQ(plain.out.rfind("2 (off by at most ", 0), 0u) << plain.out;
  EXPECT_EQ(run("distance " + a + " " + a).exit_code, 1);
  EXPECT_EQ(run("distance " + a + " " + folder() + "none.obj").exit_code, 2);
  EXPECT_EQ(run("distance " + a).exit_code, 2);
}

TEST(DistanceCommand, TakesPosesALimitAndSolids) {
  const std::string a = folder() + "pose_a.obj", b = folder() + "pose_b.obj";
  write_file(a, "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  write_file(b, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  const std::string files = a + " " + b, above = R"( --pose-b '{"translation":[0,0,7]}')";
  EXPECT_EQ(Json::parse(run("distance --json " + files + above).out)["distance"], 3);
  const std::string tall = R"( --pose-a '{"scale":[1,1,1.5]}')";
  EXPECT_EQ(Json::parse(run("distance --json " + files + above + tall).out)["distance"], 1);
  const Output far = run("distance --max 2 " + files + above);
  EXPECT_EQ(far.exit_code, 0);
  EXPECT_EQ(far.out, "at least 2\n");
  const std::string within = R"( --pose-b '{"translation":[0.1,0.1,0.1]}')";
  EXPECT_EQ(run("distance " + files + within).exit_code, 0);
  EXPECT_EQ(run("distance --solid " + files + within).exit_code, 1);
  for (const std::string bad :
       {" --pose-b '{\"scale\":[0,1,1]}'", " --pose-a '[1]'", " --pose-a '{\"shift\":1}'", " --max -1"}) {
    const Output refused = run("distance " + files + bad);
    EXPECT_EQ(refused.exit_code, 2) << bad;
    EXPECT_EQ(refused.out, "") << bad;
  }
}

}  // namespace
}  // namespace graze::test
