// The ops `self` and `update` of `graze query`: answers as from C++, and every way a line of theirs can be wrong.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "graze/graze.h"
#include "graze/record.h"
#include "run.h"
#include "scenes/scenes.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

std::string update_line(const std::string& name, const std::vector<Vec3>& vertices) {
  Json points = Json::array();
  for (const Vec3& v : vertices) points.push_back({v.x, v.y, v.z});
  return Json{{"op", "update"}, {"shape", name}, {"vertices", points}}.dump();
}

TEST(QueryDeformable, AnswersAsCpp) {
  const scenes::MeshData cloth = scenes::cloth(3000);
  const Pose pose{{{0.5, 0.25, 0}, {0, 2, 0}, {0, 0, -1}}, {1e5, 0, 3}};
  std::string input = define_line("cloth", make_mesh(cloth.vertices, cloth.triangles)) + "\n";
  std::vector<std::vector<TrianglePair>> expected;
  for (const double depth : {0.0, 0.05, 0.08, 0.03}) {
    const std::vector<Vec3> vertices = scenes::pleated(cloth, depth);
    const Body body{make_mesh(vertices, cloth.triangles), pose};
    expected.push_back(self_collide(body, {.all = true}).pairs);
    input += update_line("cloth", vertices) + "\n" + self_collide_line("cloth", body) + "\n";
  }
  EXPECT_TRUE(expected[0].empty());
  EXPECT_FALSE(expected[1].empty());
  const Output result = run("query", input);
  EXPECT_EQ(result.exit_code, 0);
  const std::vector<std::string> lines = result.lines();
  ASSERT_EQ(lines.size(), 1 + 2 * expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(lines[1 + 2 * i], R"({"id":null})");
    Json pairs = Json::array();
    for (const TrianglePair& pair : expected[i]) pairs.push_back({pair.a, pair.b});
    EXPECT_EQ(Json::parse(lines[2 + 2 * i])["pairs"], pairs);
  }
}

TEST(QueryDeformable, DefiningAndForgettingEndsWhatWasUpdated) {
  const std::string tile = R"("mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2]]}})";
  const std::string shot = R"({"op":"ray","shape":"m","origin":[0.25,0.25,9],"direction":[0,0,-1]})";
  const std::string up = R"({"op":"update","shape":"m","vertices":[[0,0,4],[1,0,4],[0,1,4]]})";
  const std::string define = R"({"op":"define","shape":"m",)" + tile;
  const std::string part = R"({"op":"update","shape":"m","first":2,"vertices":[[0,1,1]]})";
  const Output result = run("query", define + "\n" + up + "\n" + shot + "\n" + define + "\n" + part + "\n" + shot +
                                         "\n" + R"({"op":"forget","shape":"m"})" + "\n" + part + "\n");
  ASSERT_EQ(result.lines().size(), 8u) << result.out;
  EXPECT_EQ(Json::parse(result.lines()[2])["t"], 5);
  EXPECT_EQ(Json::parse(result.lines()[5])["t"], 8.75);
  EXPECT_EQ(result.lines()[7], R"({"id":null,"error":"unknown shape 'm'"})");
}

struct BadUpdate {
  const char *name, *line, *answer;
};

void PrintTo(const BadUpdate& bad, std::ostream* out) { *out << bad.name; }

const BadUpdate bad_updates[] = {
    {"self_without_shape", R"({"id":7,"op":"self"})", R"({"id":7,"error":"missing field 'shape'"})"},
    {"self_of_unknown_shape", R"({"id":7,"op":"self","shape":"ghost"})", R"({"id":7,"error":"unknown shape 'ghost'"})"},
    {"self_with_unknown_field", R"({"id":7,"op":"self","shape":"m","all":true})",
     R"~({"id":7,"error":"unknown field 'all' (known: id, op, shape, pose, budget)"})~"},
    {"self_with_singular_pose", R"({"id":7,"op":"self","shape":"m","pose":{"scale":[1,0,1]}})",
     R"({"id":7,"error":"'pose': pose: a scale of 0 makes the pose singular; every factor must be non-zero"})"},
    {"self_out_of_range",
     R"({"id":7,"op":"self","shape":"m","pose":{"translation":[1.7e308,0,0],"scale":[1.7e308,1,1]}})",
     R"({"id":7,"error":"out_of_range: a posed vertex, a radius or the answer leaves the range of doubles, or a number beside a half-space is above 2^300"})"},
    {"update_without_vertices", R"({"id":7,"op":"update","shape":"m"})",
     R"({"id":7,"error":"missing field 'vertices'"})"},
    {"update_of_unknown_shape", R"({"id":7,"op":"update","shape":"ghost","vertices":[]})",
     R"({"id":7,"error":"unknown shape 'ghost'"})"},
    {"update_with_unknown_field", R"({"id":7,"op":"update","shape":"m","vertices":[],"last":3})",
     R"~({"id":7,"error":"unknown field 'last' (known: id, op, shape, vertices, first)"})~"},
    {"update_of_too_few", R"({"id":7,"op":"update","shape":"m","vertices":[[0,0,0],[1,0,0]]})",
     R"({"id":7,"error":"update: 2 vertices given, the mesh has 4"})"},
    {"update_beyond_the_end", R"({"id":7,"op":"update","shape":"m","first":3,"vertices":[[0,0,0],[1,0,0]]})",
     R"({"id":7,"error":"update: 2 vertices from vertex 3 on given, the mesh has 4"})"},
    {"update_from_beyond_the_end", R"({"id":7,"op":"update","shape":"m","first":5,"vertices":[]})",
     R"({"id":7,"error":"'first' must be an integer from 0 to 4, not 5"})"},
    {"update_from_a_fraction", R"({"id":7,"op":"update","shape":"m","first":0.5,"vertices":[]})",
     R"({"id":7,"error":"'first' must be an integer from 0 to 4, not 0.5"})"},
    {"update_with_text", R"({"id":7,"op":"update","shape":"m","first":0,"vertices":[[0,0,"0"]]})",
     R"({"id":7,"error":"'vertices[0][2]' must be a number, not a string"})"},
    {"update_beyond_doubles", R"({"id":7,"op":"update","shape":"m","first":0,"vertices":[[0,0,-1e999]]})",
     R"({"id":7,"error":"number '-1e999' is beyond the doubles"})"},
    {"update_of_a_terrain", R"({"id":7,"op":"update","shape":"hill","vertices":[]})",
     R"({"id":7,"error":"deformable: a terrain has heights, not vertices; give its triangles as a mesh"})"},
    {"update_that_turns_a_solid_inside_out", R"({"id":7,"op":"update","shape":"m","first":3,"vertices":[[0,0,-3]]})",
     R"~({"id":7,"error":"solid: the volume is negative (-4.5): the triangles face inward; reverse the order of each triangle's vertices"})~"},
    {"update_that_flattens_a_solid", R"({"id":7,"op":"update","shape":"m","first":3,"vertices":[[1,1,0]]})",
     R"({"id":7,"error":"solid: the volume is zero: the surface encloses nothing"})"},
};

class BadUpdateTest : public testing::TestWithParam<BadUpdate> {};

TEST_P(BadUpdateTest, IsAnsweredAndTheShapeStays) {
  const std::string define =
      R"({"op":"define","shape":"m","mesh":{"vertices":[[0,0,0],[3,0,0],[0,3,0],[0,0,3]],"triangles":[[0,2,1],[0,1,3],[1,2,3],[0,3,2]]},"solid":true})"
      "\n"
      R"({"op":"define","shape":"hill","terrain":{"rows":2,"columns":2,"spacing":[1,1],"heights":[0,0,0,0]}})"
      "\n";
  const std::string after = R"({"id":"after","op":"ray","shape":"m","origin":[0.5,0.5,9],"direction":[0,0,-1]})";
  const Output result = run("query", define + GetParam().line + "\n" + after + "\n");
  EXPECT_EQ(result.exit_code, 2);
  ASSERT_EQ(result.lines().size(), 4u) << result.out;
  EXPECT_EQ(result.lines()[2], GetParam().answer);
  EXPECT_EQ(Json::parse(result.lines()[3])["t"], 7);
}

INSTANTIATE_TEST_SUITE_P(QueryDeformable, BadUpdateTest, testing::ValuesIn(bad_updates),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace graze::test
