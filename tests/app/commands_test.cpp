// Usage, exit codes and files of the other commands.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "graze/graze.h"
#include "run.h"
#include "scenes/scenes.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

const std::string hint = "\nRun 'graze --help' or 'graze COMMAND --help' for what it takes.\n";

void expect_failure(const std::string& arguments, const std::string& message) {
  const Output result = run(arguments);
  EXPECT_EQ(result.exit_code, 2) << arguments;
  EXPECT_EQ(result.out, "") << arguments;
  EXPECT_EQ(result.err, "graze: " + message) << arguments;
}

TEST(Usage, VersionNamesAllThree) {
  const Output result = run("--version");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out.rfind(std::string("graze ") + version_string() + ", protocol 1, ", 0), 0u) << result.out;
  EXPECT_EQ(result.err, "");
}

TEST(Usage, HelpIsClean) {
  for (const char* arguments :
       {"--help", "query --help", "info --help", "distance --help", "move --help", "simulate --help", "demo --help"}) {
    const Output result = run(arguments);
    EXPECT_EQ(result.exit_code, 0) << arguments;
    EXPECT_NE(result.out.find("Usage"), std::string::npos);
  }
}

TEST(Usage, BadCommandLinesExitWithTwo) {
  expect_failure(
      "",
      "a command is needed: query, info, distance, move, check, store, merge, robot, simulate, study, scene or demo" +
          hint);
  expect_failure("frobnicate", "The following argument was not expected: frobnicate" + hint);
  expect_failure("--frobnicate", "The following argument was not expected: --frobnicate" + hint);
  expect_failure("info", "FILE is required" + hint);
  expect_failure("query extra", "The following argument was not expected: extra" + hint);
  expect_failure("demo --output", "--output: 1 required TEXT missing" + hint);
}

TEST(Usage, AnUnknownInstructionSetIsAnError) {
  ::setenv("GRAZE_ISA", "sse9", 1);
  expect_failure("--version", "GRAZE_ISA is 'sse9', but must be scalar, neon, avx2 or avx512\n");
  ::setenv("GRAZE_ISA", "scalar", 1);
  EXPECT_NE(run("--version").out.find("scalar"), std::string::npos);
  ::unsetenv("GRAZE_ISA");
}

TEST(Simulate, RunsScenesAndFiles) {
  const std::string folder = (std::filesystem::temp_directory_path() / "graze_simulate").string();
  std::filesystem::create_directories(folder);
  const Output scene = run("simulate bowling --steps 10 --verify --gltf " + folder + "/bowling.glb");
  EXPECT_EQ(scene.exit_code, 0);
  EXPECT_NE(scene.out.find("kinetic"), std::string::npos);
  EXPECT_NE(scene.err.find("0 with a common point"), std::string::npos) << scene.err;
  EXPECT_GT(std::filesystem::file_size(folder + "/bowling.glb"), 1000u);
  const Output lines = run("simulate cradle --steps 3 --json");
  EXPECT_EQ(std::count(lines.out.begin(), lines.out.end(), '\n'), 3);
  EXPECT_EQ(Json::parse(lines.out.substr(0, lines.out.find('\n')))["bodies"], 5);
  expect_failure("simulate", run("simulate").err.substr(7));
  EXPECT_EQ(run("simulate nowhere").exit_code, 2);
  std::filesystem::remove_all(folder);
}

TEST(Simulate, HasTheSameBitsOnEveryInstructionSet) {
  const Output best = run("simulate wall --steps 40 --json");
  EXPECT_EQ(best.exit_code, 0);
  for (const char* isa : {"scalar", "avx2"}) {
    ::setenv("GRAZE_ISA", isa, 1);
    EXPECT_EQ(run("simulate wall --steps 40 --json").out, best.out) << isa;
  }
  ::unsetenv("GRAZE_ISA");
}

TEST(Info, TellsAllInJson) {
  const std::string path = folder() + "cube.obj";
  const scenes::MeshData cube = scenes::cube(1);
  std::string text;
  for (const Vec3& v : cube.vertices) {
    text += "v " + std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z) + "\n";
  }
  for (const Index3& t : cube.triangles) {
    text += "f " + std::to_string(t[0] + 1) + " " + std::to_string(t[1] + 1) + " " + std::to_string(t[2] + 1) + "\n";
  }
  write_file(path, text);
  const Output result = run("info --json " + path);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  Json info = Json::parse(result.out);
  EXPECT_GT(info["memory"].get<std::size_t>(), 8 * sizeof(Vec3) + 12 * sizeof(Index3));
  EXPECT_EQ(info["tree_nodes"], 1);  // a few leaves of up to eight triangles
  info.erase("memory");
  info.erase("tree_nodes");
  EXPECT_EQ(info, Json({{"file", path},
                        {"form", "mesh"},
                        {"triangles", 12},
                        {"vertices", 8},
                        {"bounds", {{-1, -1, -1}, {1, 1, 1}}},
                        {"solid", false},
                        {"closed", true},
                        {"oriented", true},
                        {"components", 1},
                        {"open_edges", 0},
                        {"non_manifold_edges", 0},
                        {"degenerate_triangles", 0},
                        {"volume", 8.0},
                        {"faces", 6},
                        {"edges", 12},
                        {"internal_edges", 0},
                        {"dangling_edges", 0}}));
  const Output plain = run("info " + path);
  EXPECT_EQ(plain.exit_code, 0);
  EXPECT_NE(plain.out.find("triangles             12\n"), std::string::npos) << plain.out;
}

TEST(Info, VolumesOfPrimitives) {
  const std::string path = folder() + "volume.graze";
  const auto volume = [&](const Shape& shape) {
    save(shape, path);
    return Json::parse(run("info --json " + path).out)["volume"];
  };
  constexpr double pi = 3.141592653589793;
  EXPECT_EQ(volume(make_box({1, 2, 3})), 48);
  EXPECT_NEAR(volume(make_sphere(3)).get<double>(), 36 * pi, 1e-12);
  EXPECT_NEAR(volume(make_capsule(3, 2)).get<double>(), 72 * pi, 1e-12);
  EXPECT_NEAR(volume(make_cylinder(3, 2)).get<double>(), 36 * pi, 1e-12);
  EXPECT_NEAR(volume(make_cone(3, 2)).get<double>(), 12 * pi, 1e-12);
  EXPECT_NEAR(volume(make_ellipsoid({1, 2, 3})).get<double>(), 8 * pi, 1e-12);
  EXPECT_NEAR(volume(make_convex({{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}})).get<double>(), 1, 1e-15);
  EXPECT_EQ(volume(make_point()), 0);
  EXPECT_TRUE(volume(make_halfspace({0, 0, 1}, 1)).is_null());
  EXPECT_TRUE(volume(make_compound({{make_sphere(1), {}}})).is_null());
}

TEST(Info, ReadsSavedShapes) {
  const std::string path = folder() + "ball.graze";
  const scenes::MeshData ball = scenes::sphere(500);
  ShapeOptions options;
  options.solid = true;
  const Shape shape = make_mesh(ball.vertices, ball.triangles, options);
  save(shape, path);
  const Output result = run("info --json " + path);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(Json::parse(result.out)["solid"], true);
  EXPECT_EQ(Json::parse(result.out)["triangles"], shape.triangle_count());

  const Output query = run("query", R"({"op":"define","shape":"b","file":")" + path + "\"}\n");
  EXPECT_EQ(query.out, "{\"id\":null,\"triangles\":" + std::to_string(shape.triangle_count()) + "}\n");
}

TEST(Info, OpenSurfaceHasNoVolume) {
  const std::string path = folder() + "open.obj";
  write_file(path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const Json info = Json::parse(run("info --json " + path).out);
  EXPECT_EQ(info["closed"], false);
  EXPECT_EQ(info["open_edges"], 3);
  EXPECT_TRUE(info["volume"].is_null());
}

TEST(Info, BadFilesExitWithTwo) {
  const std::string here = folder();
  expect_failure("info " + here + "none.obj", here + "none.obj: no such file\n");
  std::filesystem::create_directories(here + "folder.stl");
  expect_failure("info " + here + "folder.stl", here + "folder.stl: is a directory, not a file\n");
  write_file(here + "empty.obj", "");
  expect_failure("info " + here + "empty.obj", here + "empty.obj: the file is empty\n");
  const Output unknown = run("info " + here + "part.xyz");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_EQ(unknown.err.find("graze: " + here + "part.xyz: the file has an ending that is not one that can be read ("),
            0u)
      << unknown.err;
  write_file(here + "index.obj", "v 0 0 0\nf 1 1 99999999999\n");
  expect_failure("info " + here + "index.obj", here + "index.obj:2: index '99999999999' is beyond 2147483647\n");
  write_file(here + "short.stl", std::string(80, ' ') + std::string("\2\0\0\0", 4) + std::string(60, '\0'));
  expect_failure("info " + here + "short.stl",
                 here + "short.stl: a binary STL with 2 triangles has 184 bytes; this file has 144\n");
}

TEST(Demo, FindsWhatTheSceneIsMadeOf) {
  const std::string here = folder() + "new/";
  const Output result = run("demo --json --output " + here);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const Json report = Json::parse(result.out);
  Json touching = Json::array();
  for (const Json& contact : report["touching"]) {
    touching.push_back({contact["a"], contact["b"]});
    EXPECT_GT(contact["pairs"].get<int>(), 0);
  }
  EXPECT_EQ(touching, Json::parse(R"([["table","ball"],["table","crate"],["crate","parcel"],["knot","ring"]])"));
  EXPECT_EQ(report["checked"], 21);
  EXPECT_EQ(read_file(here + "demo.png").substr(0, 8), "\x89PNG\r\n\x1a\n");

  const Output plain = run("demo --output " + here);
  EXPECT_EQ(plain.exit_code, 0);
  EXPECT_NE(plain.out.find("21 pairs of bodies checked"), std::string::npos) << plain.out;
  EXPECT_NE(plain.out.find("4 touch, 17 are clear"), std::string::npos) << plain.out;
}

TEST(Demo, FolderThatCannotBeMade) {
  const std::string here = folder();
  write_file(here + "file", "x");
  const Output result = run("demo --output " + here + "file");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err.rfind("graze: " + here + "file: is not a folder and cannot be made", 0), 0u) << result.err;
}

}  // namespace
}  // namespace graze::test
