// `penetration` and signed distances through the real binary.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "graze/penetration.h"
#include "graze/record.h"
#include "run.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

Output ask_of_solids(const std::string& lines) {
  return run("query",
             R"({"op":"define","shape":"box","box":{"half":[1,1,1]}})"
             "\n"
             R"({"op":"define","shape":"tile","mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2]]}})"
             "\n" +
                 lines);
}

TEST(PenetrationQuery, RepeatsTheLineOfAQuery) {
  const Shape box = make_box({1, 1, 1});
  const Body a{box, {}}, b{box, make_pose({1.75, 0.5, 0.25})}, c{box, make_pose({4, 0, 0})};
  const Output result = ask_of_solids(penetration_line("box", a, "box", b, PenetrationSettings{}) + "\n" +
                                      penetration_line("box", a, "box", c, PenetrationSettings{.effort = 2}) + "\n" +
                                      signed_distance_line("box", a, "box", b) + "\n" +
                                      signed_distance_line("box", a, "box", c, {.effort = 3}) + "\n");
  ASSERT_EQ(result.exit_code, 0) << result.out;
  const Json deep = Json::parse(result.lines().at(2)), apart = Json::parse(result.lines().at(3));
  EXPECT_EQ(deep["vector"], Json::parse("[-0.25,0.0,0.0]"));
  EXPECT_EQ(deep["depth"], 0.25);
  EXPECT_EQ(deep["lower"], find_penetration(a, b).lower);
  EXPECT_EQ(apart["vector"], Json::parse("[0.0,0.0,0.0]"));
  EXPECT_EQ(apart["depth"], 0);
  EXPECT_EQ(apart["lower"], 0);
  const Json below = Json::parse(result.lines().at(4)), above = Json::parse(result.lines().at(5));
  EXPECT_EQ(below["distance"], -0.25);
  EXPECT_LT(below["bound"], 1e-9);
  EXPECT_EQ(below["lower"], -0.25);
  EXPECT_EQ(below["upper"], -find_penetration(a, b).lower);
  EXPECT_EQ(below["symmetric"], false);
  EXPECT_EQ(below["normal"], Json::parse("[1.0,0.0,0.0]"));
  EXPECT_TRUE(below["points"].is_null());
  EXPECT_EQ(above["distance"], 2);
}

TEST(PenetrationQuery, SaysWhenBodiesAreTheSame) {
  const Output result = ask_of_solids(R"({"op":"penetration","a":{"shape":"box"},"b":{"shape":"box"}})"
                                      "\n"
                                      R"({"op":"distance","a":{"shape":"box"},"b":{"shape":"box"},"signed":true})"
                                      "\n"
                                      R"({"op":"contacts","a":{"shape":"box"},"b":{"shape":"box"},"tolerance":0})"
                                      "\n");
  ASSERT_EQ(result.exit_code, 0) << result.out;
  for (std::size_t i = 2; i < 5; ++i)
    EXPECT_EQ(Json::parse(result.lines().at(i))["symmetric"], true) << result.lines().at(i);
  EXPECT_LE(Json::parse(result.lines().at(3))["lower"], Json::parse(result.lines().at(3))["upper"]);
}

TEST(PenetrationQuery, NamesWhatIsWrong) {
  const Output result = ask_of_solids(R"({"op":"penetration","a":{"shape":"box"},"b":{"shape":"tile"}})"
                                      "\n"
                                      R"({"op":"penetration","a":{"shape":"box"},"b":{"shape":"box"},"effort":0})"
                                      "\n"
                                      R"({"op":"distance","a":{"shape":"box"},"b":{"shape":"box"},"effort":2})"
                                      "\n");
  EXPECT_EQ(result.exit_code, 2);
  for (std::size_t i = 2; i < 5; ++i)
    EXPECT_TRUE(Json::parse(result.lines().at(i)).contains("error")) << result.lines().at(i);
}

}  // namespace
}  // namespace graze::test
