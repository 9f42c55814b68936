// `graze query` as a stream: golden answers, ids, numbers, long lines, and C++ queries written as lines.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graze/graze.h"
#include "graze/record.h"
#include "run.h"
#include "scenes/scenes.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

const std::string triangle_line =
    R"({"op":"define","shape":"m","mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2]]}})";

// The answer to one request after m, a triangle, was defined.
std::string ask(const std::string& line, int exit_code = 0) {
  const Output result = run("query", triangle_line + "\n" + line + "\n");
  EXPECT_EQ(result.exit_code, exit_code) << line;
  EXPECT_EQ(result.lines().size(), 2u) << result.out;
  return result.lines().back();
}

std::string fenced(const std::string& text, const std::string& kind) {
  std::string all;
  const std::string open = "```" + kind + "\n";
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    at += open.size();
    all += text.substr(at, text.find("```", at) - at);
  }
  return all;
}

TEST(Protocol, ExamplesOfTheDocumentAnswerAsItSays) {
  const auto root = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
  const std::string text = read_file((root / "docs" / "protocol.md").string());
  const std::string queries = fenced(text, "query");
  const Output result = run("query", queries);
  Output expected;
  expected.out = fenced(text, "answer");
  ASSERT_GE(expected.lines().size(), 15u);
  ASSERT_EQ(result.lines().size(), expected.lines().size());
  for (std::size_t i = 0; i < expected.lines().size(); ++i) {
    Json got = Json::parse(result.lines()[i]), wanted = Json::parse(expected.lines()[i]);
    if (wanted.contains("instruction_set")) {
      got["instruction_set"] = wanted["instruction_set"] = "of the machine";
      EXPECT_EQ(got, wanted);
    } else {
      EXPECT_EQ(result.lines()[i], expected.lines()[i]);
    }
  }
  EXPECT_EQ(result.exit_code, 2);
}

TEST(Stream, EmptyAndBlankInputIsClean) {
  EXPECT_EQ(run("query", "").exit_code, 0);
  const Output result =
      run("query", "\n  \n\t\r\n" + triangle_line + "\r\n\n{\"id\":2,\"op\":\"forget\",\"shape\":\"m\"}");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "{\"id\":null,\"triangles\":1}\n{\"id\":2}\n");
}

TEST(Stream, IdComesBackAsItWasGiven) {
  for (const std::string id :
       {"0", "-0", "1.50", "1e2", "12345678901234567890123", "18446744073709551615", "-9223372036854775808", "true",
        "null", R"("a \"b\" \\ \u0001")", R"("schön")", "[]", "{}", R"([1,{"a":[2.0,"x"],"b":{}},[]])"}) {
    EXPECT_EQ(ask("{\"id\":" + id + ",\"op\":\"forget\",\"shape\":\"m\"}"), "{\"id\":" + id + "}");
    EXPECT_EQ(ask("{\"op\":\"forget\",\"shape\":\"?\",\"id\":" + id + "}", 2),
              "{\"id\":" + id + ",\"error\":\"unknown shape '?'\"}");
  }
}

TEST(Stream, RedefiningReplaces) {
  const std::string query = R"({"op":"collide","a":{"shape":"m"},"b":{"shape":"m","pose":{"translation":[0,0,1]}}})";
  const std::string tall =
      R"({"op":"define","shape":"m","mesh":{"vertices":[[0,0,0],[1,0,0],[0,0,2]],"triangles":[[0,1,2]]}})";
  const Output result = run("query", triangle_line + "\n" + query + "\n" + tall + "\n" + query + "\n");
  ASSERT_EQ(result.lines().size(), 4u);
  EXPECT_EQ(result.lines()[1], R"({"id":null,"colliding":false})");
  EXPECT_EQ(result.lines()[3], R"({"id":null,"colliding":true})");
}

TEST(Stream, FailedDefinitionKeepsTheOldShape) {
  const std::string bad = R"({"op":"define","shape":"m","mesh":{"vertices":[],"triangles":[]}})";
  const Output result = run("query", triangle_line + "\n" + bad + "\n{\"op\":\"forget\",\"shape\":\"m\"}\n");
  ASSERT_EQ(result.lines().size(), 3u);
  EXPECT_EQ(result.lines()[2], R"({"id":null})");
}

TEST(Stream, LineBeyondTheLimitIsSkipped) {
  const std::string path = folder() + "long";
  write_file(path, triangle_line + "\n");
  std::filesystem::resize_file(path, (std::size_t{256} << 20) + triangle_line.size() + 2);
  std::ofstream(path, std::ios::app) << "\n{\"id\":1,\"op\":\"forget\",\"shape\":\"m\"}\n";
  const Output result = run_with_file("query", path);
  std::filesystem::remove(path);
  EXPECT_EQ(result.exit_code, 2);
  ASSERT_EQ(result.lines().size(), 3u);
  EXPECT_EQ(result.lines()[1], R"({"id":null,"error":"the line is longer than 268435456 bytes"})");
  EXPECT_EQ(result.lines()[2], R"({"id":1})");
}

// A triangle that is one point, at the given coordinate; the ray's hit gives the coordinate back.
TEST(Numbers, ReadAsTheNearestDoubleAndWrittenToReadBack) {
  struct Case {
    std::string given;
    double value;
    std::string written;
  };
  const Case cases[] = {
      {"0.1", 0.1, "0.1"},
      {"0.1000000000000000055511151231257827", 0.1, "0.1"},
      {"1e308", 1e308, "1e+308"},
      {"1.2345678901234567e308", 1.2345678901234567e308, "1.2345678901234567e+308"},
      {"5e-324", 5e-324, "5e-324"},
      {"2.2250738585072011e-308", 2.2250738585072011e-308, "2.225073858507201e-308"},
      {"1e-999", 0, "0"},
      {"9007199254740993", 9007199254740992, "9007199254740992"},
      {"-9007199254740993", -9007199254740992, "-9007199254740992"},
      {"18446744073709551616", 0x1p64, "18446744073709551616"},
      {"1E5", 1e5, "1e+05"},
  };
  for (const Case& number : cases) {
    const std::string define = "{\"op\":\"define\",\"shape\":\"p\",\"mesh\":{\"vertices\":[[" + number.given +
                               ",0,0]],\"triangles\":[[0,0,0]]}}";
    const std::string query =
        "{\"op\":\"ray\",\"shape\":\"p\",\"origin\":[" + number.given + ",0,1],\"direction\":[0,0,-1]}";
    const Output result = run("query", define + "\n" + query + "\n");
    ASSERT_EQ(result.lines().size(), 2u);
    EXPECT_EQ(result.lines()[1], "{\"id\":null,\"hit\":true,\"t\":1,\"triangle\":0,\"normal\":null,\"point\":[" +
                                     number.written + ",0,0]}");
    EXPECT_EQ(Json::parse(number.written).get<double>(), number.value);
  }
}

// Written as -0 it is an integer to most readers; here it stays what a double makes of it.
TEST(Numbers, MinusZeroKeepsItsSign) {
  EXPECT_NE(define_line("p", make_mesh({{-0.0, -0.0, 0}}, {{0, 0, 0}})).find("[[-0.0,-0.0,0]]"), std::string::npos);
  const std::string define = R"({"op":"define","shape":"p","mesh":{"vertices":[[-0,-0.0,0]],"triangles":[[0,0,0]]}})";
  const std::string query = R"({"op":"ray","shape":"p","origin":[-0,-0.0,1],"direction":[-0,-0.0,-1]})";
  const Output result = run("query", define + "\n" + query + "\n");
  ASSERT_EQ(result.lines().size(), 2u);
  EXPECT_EQ(result.lines()[1], R"({"id":null,"hit":true,"t":1,"triangle":0,"normal":null,"point":[-0.0,-0.0,0]})");
}

std::vector<Shape> every_form() {
  scenes::MeshData ball = scenes::sphere(200);
  std::vector<Vec3> corners;
  for (const Index3& t : ball.triangles) {
    for (const std::uint32_t i : t) corners.push_back(ball.vertices[i]);
  }
  ShapeOptions solid;
  solid.solid = true;
  return {make_mesh(ball.vertices, ball.triangles),
          make_mesh(ball.vertices, ball.triangles, solid),
          make_soup(corners),
          make_strip({{0, 0, 0}, {0, 1, -0.0}, {1, 0, 0.1}, {1, 1, 1. / 3}}, {0, 1, 2, 3, -1, 3, 2, 0}),
          make_fan({{0, 0, 0}, {1, 0, 0}, {1, 1, 1e-17}, {0, 1, 0}}, {0, 1, 2, 3, -1, 0, 3, 1}),
          make_terrain(3, 3, 0.5, 0.7, {0, 0.1, 0, 0.2, 0.5, 0.1, 0, 0.3, 0})};
}

TEST(QueryLine, EveryFormIsDefinedAsItsOwnKind) {
  const char* kinds[] = {"mesh", "mesh", "mesh", "strip", "fan", "terrain"};
  const std::vector<Shape> shapes = every_form();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const std::string line = define_line("a \"quoted\" name", shapes[i]);
    EXPECT_TRUE(Json::parse(line).contains(kinds[i])) << line;
    EXPECT_EQ(Json::parse(line).value("solid", false), shapes[i].solid());
    const Output result = run("query", line + "\n");
    EXPECT_EQ(result.out, "{\"id\":null,\"triangles\":" + std::to_string(shapes[i].triangle_count()) + "}\n");
  }
}

Pose random_pose(scenes::Random& random) {
  Pose pose = make_pose(random.direction() * random.uniform(0, 1.5), random.rotation(),
                        {random.uniform(0.3, 1.5), random.uniform(0.3, 1.5), random.uniform(-1.5, -0.3)});
  pose.linear.c0 = pose.linear.c0 + pose.linear.c1 * random.uniform(-0.5, 0.5);
  return pose;
}

TEST(QueryLine, LinesAnswerAsTheCallsDid) {
  scenes::Random random(20240607);
  const std::vector<Shape> shapes = every_form();
  std::string input;
  for (std::size_t i = 0; i < shapes.size(); ++i) input += define_line(std::to_string(i), shapes[i]) + "\n";

  std::vector<CollideResult> collisions;
  std::vector<RayResult> casts;
  int colliding = 0, hits = 0;
  for (int round = 0; round < 300; ++round) {
    const std::size_t i = random.next() % shapes.size(), j = random.next() % shapes.size();
    const Body a{shapes[i], random_pose(random)}, b{shapes[j], random_pose(random)};
    CollideSettings settings;
    settings.all = true;
    collisions.push_back(collide(a, b, settings));
    colliding += collisions.back().yes();
    input += collide_line(std::to_string(i), a, std::to_string(j), b, settings) + "\n";

    RaySettings ray_settings;
    ray_settings.want = RayWant::all;
    const Vec3 origin = random.direction() * 3.0;
    Ray cast{origin, a.pose.translation - origin};
    if (round % 3 == 0) cast.max = random.uniform(0.5, 1.5);
    casts.push_back(graze::cast(a, cast, ray_settings));
    hits += casts.back().yes();
    input += ray_line(std::to_string(i), a, cast, ray_settings) + "\n";
  }
  // The comparison says nothing unless both answers occur.
  EXPECT_GT(colliding, 30);
  EXPECT_LT(colliding, 270);
  EXPECT_GT(hits, 30);
  EXPECT_LT(hits, 270);

  const Output result = run("query", input);
  EXPECT_EQ(result.exit_code, 0) << result.out.substr(0, 2000);
  const std::vector<std::string> lines = result.lines();
  ASSERT_EQ(lines.size(), shapes.size() + 2 * collisions.size());
  const auto point_of = [](const Json& value) {
    return value.is_null() ? Vec3{} : Vec3{value[0].get<double>(), value[1].get<double>(), value[2].get<double>()};
  };
  for (std::size_t k = 0; k < collisions.size(); ++k) {
    const Json collision = Json::parse(lines[shapes.size() + 2 * k]);
    EXPECT_EQ(collision["colliding"].get<bool>(), collisions[k].yes());
    Json pairs = Json::array();
    for (const TrianglePair& pair : collisions[k].pairs) pairs.push_back({pair.a, pair.b});
    EXPECT_EQ(collision["pairs"], pairs);

    const Json cast = Json::parse(lines[shapes.size() + 2 * k + 1]);
    ASSERT_EQ(cast["hit"].get<bool>(), casts[k].yes());
    ASSERT_EQ(cast["hits"].size(), casts[k].hits.size());
    for (std::size_t h = 0; h < casts[k].hits.size(); ++h) {
      EXPECT_EQ(cast["hits"][h]["t"].get<double>(), casts[k].hits[h].t);
      EXPECT_EQ(cast["hits"][h]["triangle"].get<std::uint32_t>(), casts[k].hits[h].triangle);
      EXPECT_EQ(point_of(cast["hits"][h]["normal"]), casts[k].hits[h].normal);
      EXPECT_EQ(point_of(cast["hits"][h]["point"]), casts[k].hits[h].point);
    }
    if (casts[k].yes()) {
      EXPECT_EQ(cast["t"].get<double>(), casts[k].closest.t);
    }
  }
}

TEST(QueryLine, WhatJsonCannotSayIsRefused) {
  const Shape shape = every_form()[0];
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Body body{shape, {}};
  body.pose.translation.x = nan;
  EXPECT_EQ(collide(body, body).status, Status::invalid);
  const Output result = run("query", define_line("m", shape) + "\n" + collide_line("m", body, "m", {shape, {}}) + "\n");
  ASSERT_EQ(result.lines().size(), 2u);
  EXPECT_EQ(result.lines()[1], R"({"id":null,"error":"'a.pose.matrix[0][3]' must be a number, not null"})");
}

}  // namespace
}  // namespace graze::test
