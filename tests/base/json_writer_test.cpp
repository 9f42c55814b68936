#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "base/json_text.h"

namespace graze {
namespace {

TEST(JsonWriter, PutsCommasWhereTheyAreDue) {
  std::string text;
  JsonWriter out(text);
  out.object([&] {
    out.field("none", nullptr).field("yes", true).field("count", 3u).field("small", -0.0);
    out.field("unknown", Answer::unknown).field("name", "a \"b\"").field("place", Vec3{1, 2.5, -3});
    out.key("empty").array([] {}).key("nothing").object([] {});
    out.key("list").list(std::vector{1, 2, 3}, [&](int i) { out.value(i); });
    out.key("deep").array([&] { out.array([&] { out.value(1).value(2); }).object([&] { out.field("x", 0.5); }); });
    out.key("bracket").pair(0, std::numeric_limits<double>::infinity()).key("raw").raw("[7]");
    out.key("way").direction({}).key("other").direction({0, 0, 1});
  });
  EXPECT_EQ(text, R"({"none":null,"yes":true,"count":3,"small":-0.0,"unknown":null,"name":"a \"b\"",)"
                  R"("place":[1,2.5,-3],"empty":[],"nothing":{},"list":[1,2,3],"deep":[[1,2],{"x":0.5}],)"
                  R"("bracket":[0,null],"raw":[7],"way":null,"other":[0,0,1]})");
}

TEST(JsonWriter, GoesOnWhereOthersStopped) {
  std::string text = R"({"id":1)";
  JsonWriter(text).field("a", 1);
  JsonWriter(text).field("b", "x:");
  text += ',';
  JsonWriter(text).field("c", 2);
  EXPECT_EQ(text + "}", R"({"id":1,"a":1,"b":"x:","c":2})");
}

TEST(JsonWriter, WritesLines) {
  std::string text;
  JsonWriter out(text);
  out.object([&] {
    out.line().field("a", 1).line().key("b").lines(std::vector{1, 2}, [&](int i) { out.value(i); });
    out.line().key("c").lines(std::vector<int>{}, [&](int i) { out.value(i); });
    text += '\n';
  });
  EXPECT_EQ(text, "{\n\"a\":1,\n\"b\":[\n1,\n2\n],\n\"c\":[]\n}");
}

TEST(JsonWriter, WritesPosesAsTheProtocolReadsThem) {
  std::string text;
  JsonWriter(text).value(Pose{{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}, {0.5, -0.0, 9}});
  EXPECT_EQ(text, R"({"matrix":[[1,4,7,0.5],[2,5,8,-0.0],[3,6,10,9],[0,0,0,1]]})");
}

}  // namespace
}  // namespace graze
