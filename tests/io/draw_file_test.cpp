// Drawings as glTF: read back by our own reader, and looked at as JSON.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "files.h"
#include "graze/assembly.h"
#include "graze/draw_file.h"
#include "graze/graze.h"

namespace graze {
namespace {

using Json = nlohmann::json;

DrawList example() {
  World world;
  Pipeline pipeline(world);
  const Shape box = make_box({1, 1, 1});
  world.add({box, make_pose({1e6, 0, 0})}, {.key = 1, .group = 1});
  world.add({box, make_pose({1e6 + 1.5, 0, 7})}, {.key = 2, .group = 2});
  world.add({make_sphere(1), make_pose({1e6, 0, 1.5})}, {.key = 3, .group = 2});
  DrawList list;
  const StepResult& step = pipeline.step();
  draw(world, list, {.circle = 8, .opacity = 0.5});
  draw(step, world, list);
  return list;
}

TEST(DrawFile, IsReadBack) {
  const DrawList drawing = example();
  ASSERT_EQ(drawing.triangles.size(), 12u + 12 + 48);
  ASSERT_EQ(drawing.lines.size(), 24u);
  for (const char* name : {"a.gltf", "b.glb", "c.GLB"}) {
    const std::string path = folder() + name;
    write_drawing(drawing, path);
    const Assembly read = read_assembly(path);
    ASSERT_EQ(read.parts.size(), 1u);
    EXPECT_EQ(read.parts[0].name, "surfaces");
    EXPECT_EQ(read.parts[0].shape.triangle_count(), 72u);
    ASSERT_EQ(read.notes.size(), 1u) << "our reader reads no lines";
    EXPECT_NE(read.notes[0].find("lines"), std::string::npos);
    // Where it was, with y up; as well as floats have it around the middle.
    Box box;
    for (std::uint32_t i = 0; i < 72; ++i) {
      const Triangle t = read.parts[0].shape.triangle(i);
      for (const Vec3& p : {t.a, t.b, t.c}) box = merge(box, read.parts[0].pose * p);
    }
    EXPECT_NEAR(box.lo.x, 1e6 - 1, 1e-5);
    EXPECT_NEAR(box.hi.x, 1e6 + 2.5, 1e-5);
    EXPECT_NEAR(box.lo.y, -1, 1e-5);
    EXPECT_NEAR(box.hi.y, 8, 1e-5);
    EXPECT_NEAR(box.lo.z, -1, 1e-5);
    EXPECT_NEAR(box.hi.z, 1, 1e-5);
  }
}

TEST(DrawFile, HasAPrimitiveForEveryColour) {
  const std::string path = folder() + "colours.gltf";
  write_drawing(example(), path);
  std::ifstream in(path);
  const Json file = Json::parse(in);
  ASSERT_EQ(file["meshes"].size(), 2u);
  const Json &surfaces = file["meshes"][0]["primitives"], &lines = file["meshes"][1]["primitives"];
  ASSERT_EQ(surfaces.size(), 2u) << "two groups";
  ASSERT_EQ(lines.size(), 1u) << "one colour of what touches";
  EXPECT_EQ(lines[0]["mode"], 1);
  EXPECT_EQ(file["accessors"][lines[0]["indices"].get<std::size_t>()]["count"], 48);
  std::size_t indices = 0;
  for (const Json& primitive : surfaces) {
    EXPECT_EQ(primitive["mode"], 4);
    indices += file["accessors"][primitive["indices"].get<std::size_t>()]["count"].get<std::size_t>();
    EXPECT_EQ(file["materials"][primitive["material"].get<std::size_t>()]["alphaMode"], "BLEND");
  }
  EXPECT_EQ(indices, 3u * 72);
  EXPECT_EQ(file["nodes"].size(), 3u);
}

TEST(DrawFile, SaysWhatIsWrong) {
  const auto fault = [](const DrawList& drawing, const std::string& path) -> std::string {
    try {
      write_drawing(drawing, path);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(fault({}, folder() + "a.gltf"), "glTF: there is nothing drawn to write");
  EXPECT_NE(fault(example(), folder() + "a.obj").find("ending must be"), std::string::npos);
  EXPECT_NE(fault(example(), folder() + "none/a.glb").find("cannot be written"), std::string::npos);
  DrawList far;
  far.line({}, {1e60, 0, 0}, {});
  EXPECT_NE(fault(far, folder() + "a.glb").find("beyond what a float holds"), std::string::npos);
}

}  // namespace
}  // namespace graze
