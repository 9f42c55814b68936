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

Json ask(const std::string& line) {
  const Output result = run("query", board + "\n" + line + "\n");
  EXPECT_EQ(result.exit_code, 0) << result.out;
  return Json::parse(result.lines().at(1));
}

TEST(Distance, TellsNumberPointsNormalAndFeatures) {
  const Json answer =
      ask(R"({"id":1,"op":"distance","a":{"shape":"m"},"b":{"shape":"m","pose":{"translation":[3,0.5,0]}}})");
  EXPECT_EQ(answer["distance"], 1);
  EXPECT_LE(answer["bound"].get<double>(), 1e-13);
  EXPECT_LE(answer["lower"].get<double>(), 1);
  EXPECT_EQ(answer["points"][0][0], 2);
  EXPECT_EQ(answer["points"][1][0], 3);
  EXPECT_EQ(answer["normal"], Json::parse("[1.0,0.0,0.0]"));
  EXPECT_EQ(answer["features"].size(), 2u);
}

TEST(Distance, IsZeroWithoutANormalWhereTheyTouch) {
  const Json answer =
      ask(R"({"id":1,"op":"distance","a":{"shape":"m"},"b":{"shape":"m","pose":{"translation":[2,0,0]}}})");
  EXPECT_EQ(answer["distance"], 0);
  EXPECT_EQ(answer["bound"], 0);
  EXPECT_TRUE(answer["normal"].is_null());
}

TEST(Distance, BeyondTheLimitIsNull) {
  const Json answer =
      ask(R"({"id":1,"op":"distance","a":{"shape":"m"},"b":{"shape":"m","pose":{"translation":[9,0,0]}},"max":5})");
  EXPECT_TRUE(answer["distance"].is_null());
  EXPECT_EQ(answer["lower"], 5);
}

TEST(Within, CountsEquality) {
  const std::string line =
      R"({"id":1,"op":"within","a":{"shape":"m"},"b":{"shape":"m","pose":{"translation":[3,0,0]}},"tolerance":)";
  EXPECT_EQ(ask(line + "1}")["within"], true);
  EXPECT_EQ(ask(line + "0.9999999999999999}")["within"], false);
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

}  // namespace
}  // namespace graze::test
