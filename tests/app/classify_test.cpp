// `classify` and `inside` through the real binary.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "graze/record.h"
#include "run.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

const std::string unit = R"({"op":"define","shape":"m","box":{"half":[1,1,1]}})";

Json ask_of_box(const std::string& line) {
  const Output result = run("query", unit + "\n" + line + "\n");
  return Json::parse(result.lines().at(1));
}

TEST(ClassifyOp, TellsTheClass) {
  const auto at = [](const std::string& x) {
    return ask_of_box(R"({"id":1,"op":"classify","a":{"shape":"m"},"b":{"shape":"m","pose":{"translation":[)" + x +
                      "]}}}");
  };
  EXPECT_EQ(at("2,0,0"), Json::parse(R"({"id":1,"class":"touching"})"));
  EXPECT_EQ(at("0,0,0")["class"], "equal");
  EXPECT_EQ(at("0,1,0")["class"], "overlapping");
  EXPECT_EQ(at("0,0,2.0000000000000004")["class"], "clear");
}

TEST(ClassifyOp, TakesATolerance) {
  const std::string line =
      R"({"id":1,"op":"classify","a":{"shape":"m"},"b":{"shape":"m","pose":{"translation":[3,0,0]}},"contact":)";
  EXPECT_EQ(ask_of_box(line + "1}")["class"], "touching");
  EXPECT_EQ(ask_of_box(line + "0.9999999999999999}")["class"], "clear");
  EXPECT_EQ(ask_of_box(line + "-1}")["error"], "'contact' must not be negative");
}

TEST(ClassifyOp, TakesTheLineThatIsWritten) {
  const Body a{make_box({1, 1, 1}), {}}, b{a.shape, {{}, {3, 0, 0}}};
  EXPECT_EQ(ask_of_box(classify_line("m", a, "m", b, {.tolerance = 1}))["class"], "touching");
  EXPECT_EQ(ask_of_box(classify_line("m", a, "m", b, {.tolerance = 0.5}))["class"], "clear");
}

TEST(ClassifyOp, LeavesOpenWhatCurvedBodiesLeaveOpen) {
  const std::string can = R"({"op":"define","shape":"m","cylinder":{"radius":1,"half":1}})";
  const Output result =
      run("query", can + "\n" +
                       R"({"op":"classify","a":{"shape":"m"},"b":{"shape":"m","pose":{"translation":[2,0,0]}}}
{"op":"inside","shape":"m","point":[1,0,0]}
{"op":"inside","shape":"m","point":[0.5,0,0]}
)");
  EXPECT_TRUE(Json::parse(result.lines().at(1))["class"].is_null());
  EXPECT_TRUE(Json::parse(result.lines().at(2))["where"].is_null());
  EXPECT_EQ(Json::parse(result.lines().at(3))["where"], "inside");
}

TEST(InsideOp, TellsWhereAPointIs) {
  const auto at = [](const std::string& x) {
    return ask_of_box(R"({"id":1,"op":"inside","shape":"m","pose":{"translation":[1,0,0]},"point":[)" + x + "]}");
  };
  EXPECT_EQ(at("0,0,0"), Json::parse(R"({"id":1,"where":"on"})"));
  EXPECT_EQ(at("0.5,0,0")["where"], "inside");
  EXPECT_EQ(at("-0.5,0,0")["where"], "outside");
  EXPECT_EQ(ask_of_box(R"({"id":1,"op":"inside","shape":"m"})")["error"], "missing field 'point'");
}

}  // namespace
}  // namespace graze::test
