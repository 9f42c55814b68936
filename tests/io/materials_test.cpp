// The materials of a file are the tags of its triangles.
#include <gtest/gtest.h>

#include "graze/assembly.h"
#include "graze/io.h"
#include "graze/query.h"
#include "tests/io/files.h"

namespace graze {
namespace {

using Names = std::vector<std::string>;

// Two triangles above each other at z = 0 to 3.
const std::string four = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 0 0 2\nv 1 0 2\nv 0 1 2\nv 1 1 2\n";

std::vector<std::uint32_t> tags_of(const Shape& shape) {
  std::vector<std::uint32_t> tags;
  for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) tags.push_back(shape.tag(i));
  return tags;
}

TEST(Materials, of_an_obj_in_the_order_of_use) {
  const std::string path = file_of("a.obj", "mtllib none.mtl\n" + four +
                                                "f 1 2 3\nusemtl unused\nusemtl red paint\nf 7 8 10 9\nusemtl green\n"
                                                "f 4 5 6\nusemtl red paint\nf 1 3 2\nusemtl\nf 4 6 5\n");
  Names materials{"what was there"};
  const Shape shape = read_mesh(path, materials);
  EXPECT_EQ(materials, (Names{"", "red paint", "green"})) << "a material that no face has is not listed";
  EXPECT_EQ(tags_of(shape), (std::vector<std::uint32_t>{0, 1, 1, 2, 1, 0}));
  EXPECT_EQ(tags_of(read_mesh(path)), tags_of(shape));
  // It is what a ray says.
  const RayResult hit = cast({shape, Pose{}}, {{0.2, 0.2, 5}, {0, 0, -1}});
  ASSERT_TRUE(hit.yes());
  EXPECT_EQ(materials[hit.closest.tag], "red paint");
}

TEST(Materials, of_an_obj_with_one_or_none) {
  Names materials{"what was there"};
  const Shape none = read_mesh(file_of("a.obj", four + "f 1 2 3\nf 4 5 6\n"), materials);
  EXPECT_TRUE(materials.empty());
  EXPECT_EQ(tags_of(none), (std::vector<std::uint32_t>{0, 0}));
  const Shape one = read_mesh(file_of("b.obj", four + "usemtl m\nf 1 2 3\nf 4 5 6\n"), materials);
  EXPECT_EQ(materials, Names{"m"});
  EXPECT_EQ(tags_of(one), (std::vector<std::uint32_t>{0, 0}));
}

TEST(Materials, tags_of_the_caller_come_first) {
  const std::string path = file_of("a.obj", four + "usemtl a\nf 1 2 3\nusemtl b\nf 4 5 6\n");
  EXPECT_EQ(tags_of(read_mesh(path, {.tags = {7, 8}})), (std::vector<std::uint32_t>{7, 8}));
  Names materials{"kept"};
  EXPECT_THROW((void)read_mesh(path, materials, {.tags = {7, 8}}), Error);
  EXPECT_EQ(materials, Names{"kept"});
}

TEST(Materials, of_an_obj_by_parts_and_turned) {
  // A tetrahedron inside out, which is turned, and a triangle.
  const Assembly assembly = read_assembly(
      file_of("a.obj",
              "o first\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl x\nf 1 2 3\nf 1 4 2\nusemtl y\nf 1 3 4\nf 2 4 3\n"
              "o second\nf 1 2 3\n"));
  EXPECT_EQ(assembly.materials, (Names{"x", "y"}));
  ASSERT_EQ(assembly.parts.size(), 2u);
  EXPECT_EQ(assembly.parts[0].remark, "inside out: its triangles were turned");
  EXPECT_EQ(tags_of(assembly.parts[0].shape), (std::vector<std::uint32_t>{0, 0, 1, 1}));
  EXPECT_EQ(tags_of(assembly.parts[1].shape), (std::vector<std::uint32_t>{1}));
}

// Three primitives with the same triangle, written as a data URI of nine floats.
std::string gltf(const std::string& primitives, const std::string& materials) {
  const std::string zeros = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
  const auto primitive = [](const std::string& extra) { return "{\"attributes\":{\"POSITION\":0}" + extra + "}"; };
  std::string list;
  for (const char kind : primitives)
    list += (list.empty() ? "" : ",") + primitive(kind == '-' ? "" : std::string(",\"material\":") + kind);
  return "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"n\",\"mesh\":0}],\"meshes\":[{\"primitives\":[" +
         list + "]}]" + materials +
         ",\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"bufferViews\":[{"
         "\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/"
         "octet-stream;base64," +
         zeros + "\"}]}";
}

TEST(Materials, of_a_gltf_in_the_order_of_the_file) {
  const std::string three = ",\"materials\":[{\"name\":\"steel\"},{},{\"name\":\"wood\"}]";
  const Assembly assembly = read_assembly(file_of("a.gltf", gltf("2-0", three)));
  ASSERT_EQ(assembly.parts.size(), 1u) << (assembly.skipped.empty() ? "" : assembly.skipped[0].reason);
  EXPECT_EQ(assembly.materials, (Names{"steel", "material 1", "wood", ""}));
  EXPECT_EQ(tags_of(assembly.parts[0].shape), (std::vector<std::uint32_t>{2, 3, 0}));

  const Assembly all = read_assembly(file_of("b.gltf", gltf("21", three)));
  EXPECT_EQ(all.materials, (Names{"steel", "material 1", "wood"}));
  const Assembly plain = read_assembly(file_of("c.gltf", gltf("--", "")));
  EXPECT_TRUE(plain.materials.empty());

  const Assembly wrong = read_assembly(file_of("d.gltf", gltf("7", three)));
  ASSERT_EQ(wrong.parts.size(), 1u);
  EXPECT_NE(wrong.parts[0].remark.find("material 7, which the file does not have"), std::string::npos)
      << wrong.parts[0].remark;
  EXPECT_EQ(wrong.materials[wrong.parts[0].shape.tag(0)], "");
}

}  // namespace
}  // namespace graze
