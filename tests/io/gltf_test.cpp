// glTF: the parts, poses and instances that are read, and what is said of what is not.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/assembly.h"
#include "graze/error.h"
#include "graze/query.h"
#include "io/base64.h"
#include "io/limits.h"
#include "shape/data.h"
#include "tests/io/files.h"

namespace graze {
namespace {

template <class Integer>
void put(std::string& bytes, Integer value) {
  for (std::size_t i = 0; i < sizeof value; ++i) bytes.push_back(static_cast<char>(value >> 8 * i & 0xff));
}

std::string glb(std::string json, std::string binary) {
  while (json.size() % 4 != 0) json.push_back(' ');
  while (binary.size() % 4 != 0) binary.push_back('\0');
  std::string file;
  put(file, std::uint32_t{0x46546c67});
  put(file, std::uint32_t{2});
  put(file, static_cast<std::uint32_t>(28 + json.size() + binary.size()));
  put(file, static_cast<std::uint32_t>(json.size()));
  put(file, std::uint32_t{0x4e4f534a});
  file += json;
  put(file, static_cast<std::uint32_t>(binary.size()));
  put(file, std::uint32_t{0x004e4942});
  return file + binary;
}

// A cube from -1 to 1: 8 floats three by three, then 36 indices of 16 bits.
std::string cube_bytes() {
  std::string bytes;
  for (int i = 0; i < 8; ++i) {
    for (int axis = 0; axis < 3; ++axis) put(bytes, std::bit_cast<std::uint32_t>(i >> axis & 1 ? 1.0f : -1.0f));
  }
  const std::uint16_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                     {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& f : faces) {
    for (const int k : {0, 1, 2, 0, 2, 3}) put(bytes, f[k]);
  }
  return bytes;
}

const std::string cube_json =
    R"("asset":{"version":"2.0"},"buffers":[{"byteLength":168}],
"bufferViews":[{"buffer":0,"byteLength":96},{"buffer":0,"byteOffset":96,"byteLength":72}],
"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":8},
{"bufferView":1,"componentType":5123,"type":"SCALAR","count":36}],
"meshes":[{"name":"cube","primitives":[{"attributes":{"POSITION":0},"indices":1}]}])";

Assembly read_cubes(const std::string& nodes) {
  return read_incomplete(file_of("a.glb", glb("{" + cube_json + "," + nodes + "}", cube_bytes())));
}

std::string fault(const std::string& name, const std::string& bytes) {
  try {
    read_assembly(file_of(name, bytes));
  } catch (const Error& error) {
    const std::string text = error.what();
    return text.rfind(folder(), 0) == 0 ? text.substr(folder().size()) : text;
  }
  return "read without error";
}

TEST(Gltf, NodesAreNestedAndShareTheirMesh) {
  const Assembly a = read_cubes(
      R"("scene":0,"scenes":[{"nodes":[0,3]}],"nodes":[
        {"name":"hall","translation":[10,0,0],"children":[1,2]},
        {"name":"box","mesh":0,"translation":[0,0.1,0]},
        {"name":"box","mesh":0,"scale":[-2,1,0.5]},
        {"mesh":0,"matrix":[0,1,0,0, -1,0,0,0, 0,0,1,0, 5,6,7,1]}])");
  ASSERT_EQ(a.parts.size(), 3u);
  EXPECT_TRUE(a.skipped.empty());
  EXPECT_EQ(a.parts[0].path, "hall/box");
  EXPECT_EQ(a.parts[1].path, "hall/box#2");
  EXPECT_EQ(a.parts[2].path, "cube");  // a node without a name has that of its mesh
  EXPECT_EQ(&data_of(a.parts[0].shape), &data_of(a.parts[1].shape));
  EXPECT_TRUE(a.parts[0].shape.solid());
  EXPECT_EQ(a.parts[0].pose.translation, (Vec3{10, 0.1, 0}));
  EXPECT_EQ(a.parts[1].pose.linear.c0, (Vec3{-2, 0, 0}));
  EXPECT_EQ((a.parts[2].pose * Vec3{1, 0, 0}), (Vec3{5, 7, 7}));
  EXPECT_EQ(a.metres_per_unit, 1);
  EXPECT_EQ(a.up, UpAxis::y);
  EXPECT_EQ(a.resolution, 0x1p-22);  // the largest coordinate is 12
}

TEST(Gltf, BuffersBesideTheFileAndInDataUris) {
  const std::string bytes = cube_bytes();
  file_of("cube data.bin", bytes);
  std::string json = "{" + cube_json + R"(,"nodes":[{"mesh":0}]})";
  json.replace(json.find("{\"byteLength\":168}"), 18, R"({"byteLength":168,"uri":"cube%20data.bin"})");
  EXPECT_EQ(read_assembly(file_of("a.gltf", json)).parts.size(), 1u);
  const auto decoded = decode_base64("AAEC/w==");
  ASSERT_TRUE(decoded);
  EXPECT_EQ(*decoded, (std::vector<char>{0, 1, 2, static_cast<char>(0xff)}));
  EXPECT_FALSE(decode_base64("AAE"));
  EXPECT_FALSE(decode_base64("A!=="));
}

// Corner 7 of the cube is moved by a sparse accessor, once over bytes and once over zeros.
TEST(Gltf, SparseAccessors) {
  std::string bytes = cube_bytes();
  put(bytes, std::uint16_t{7});
  put(bytes, std::uint16_t{0});
  for (const float x : {2.0f, 3.0f, 4.0f}) put(bytes, std::bit_cast<std::uint32_t>(x));
  std::string json = "{" + cube_json + R"(,"nodes":[{"mesh":0}]})";
  json.replace(json.find("\"byteLength\":168"), 16, "\"byteLength\":184");
  json.replace(
      json.find("\"byteLength\":72}]"), 17,
      R"("byteLength":72},{"buffer":0,"byteOffset":168,"byteLength":2},{"buffer":0,"byteOffset":172,"byteLength":12}])");
  const std::string sparse =
      R"("count":8,"sparse":{"count":1,"indices":{"bufferView":2,"componentType":5123},"values":{"bufferView":3}}})";
  json.replace(json.find("\"count\":8}"), 10, sparse);
  const Assembly moved = read_assembly(file_of("a.glb", glb(json, bytes)));
  ASSERT_EQ(moved.parts.size(), 1u);
  EXPECT_EQ(moved.parts[0].shape.bounds().hi, (Vec3{2, 3, 4}));
  json.replace(json.find("\"bufferView\":0,"), 15, "");
  const Assembly zeros = read_assembly(file_of("b.glb", glb(json, bytes)));
  ASSERT_EQ(zeros.parts.size(), 1u);
  EXPECT_EQ(zeros.parts[0].shape.bounds(), (Box{{0, 0, 0}, {2, 3, 4}}));
  json.replace(json.find("\"count\":1,"), 10, "\"count\":9,");
  EXPECT_EQ(read_incomplete(file_of("c.glb", glb(json, bytes))).skipped.size(), 1u);
}

TEST(Gltf, InstancesOfOneNode) {
  std::string bytes = cube_bytes();
  for (const float x : {0.0f, 0.0f, 0.0f, 10.0f, 0.0f, 0.0f, 20.0f, 0.0f, 5.0f})
    put(bytes, std::bit_cast<std::uint32_t>(x));
  std::string json =
      "{" + cube_json +
      R"(,"extensionsUsed":["EXT_mesh_gpu_instancing","XYZ_other"],"extensionsRequired":["EXT_mesh_gpu_instancing"],
"nodes":[{"mesh":0,"translation":[0,1,0],"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":2}}}}]})";
  json.replace(json.find("\"byteLength\":168"), 16, "\"byteLength\":204");
  json.replace(json.find("\"byteLength\":72}]"), 17,
               R"("byteLength":72},{"buffer":0,"byteOffset":168,"byteLength":36}])");
  json.replace(json.find("\"count\":36}]"), 12,
               R"("count":36},{"bufferView":2,"componentType":5126,"type":"VEC3","count":3}])");
  const Assembly a = read_assembly(file_of("a.glb", glb(json, bytes)));
  ASSERT_EQ(a.parts.size(), 3u);
  EXPECT_EQ(a.parts[2].path, "cube/instance 2");
  EXPECT_EQ(a.parts[2].pose.translation, (Vec3{20, 1, 5}));
  EXPECT_EQ(&data_of(a.parts[0].shape), &data_of(a.parts[2].shape));
  EXPECT_EQ(a.notes, std::vector<std::string>{"it uses the extension XYZ_other, which is not read"});
}

TEST(Gltf, HiddenNodesAreNoParts) {
  const std::string hide = R"("extensions":{"KHR_node_visibility":{"visible":false}})";
  const std::string show = R"("extensions":{"KHR_node_visibility":{"visible":true}})";
  const std::string used = R"("extensionsUsed":["KHR_node_visibility"],"extensionsRequired":["KHR_node_visibility"],)";
  // What hangs on a hidden node is hidden, whatever it says itself.
  const Assembly a =
      read_cubes(used + R"("nodes":[{"name":"shown","mesh":0,)" + show + R"(},{"name":"hall",)" + hide +
                 R"(,"children":[2,3]},{"name":"below","mesh":0,)" + show + R"(},{"name":"also","mesh":0},)" +
                 R"({"name":"empty","extensions":{"KHR_node_visibility":{}},"mesh":0}])");
  ASSERT_EQ(a.parts.size(), 2u);
  EXPECT_EQ(a.parts[0].path, "shown");
  EXPECT_EQ(a.parts[1].path, "empty");
  EXPECT_TRUE(a.skipped.empty());
  EXPECT_EQ(a.notes, std::vector<std::string>{
                         "2 nodes with a mesh are hidden by KHR_node_visibility, and no part: hall/below and others"});
  EXPECT_EQ(fault("a.glb",
                  glb("{" + cube_json + R"(,"nodes":[{"mesh":0,"extensions":{"KHR_node_visibility":{"visible":1}}}]})",
                      cube_bytes())),
            "a.glb: 'visible' of KHR_node_visibility is neither true nor false");
}

TEST(Gltf, ExtensionsThatAreNotReadAreNamed) {
  const auto requires_it = [](const char* name) {
    return "{" + cube_json + R"(,"extensionsRequired":[")" + name + R"("],"nodes":[{"mesh":0}]})";
  };
  EXPECT_EQ(fault("a.glb", glb(requires_it("XYZ_unknown"), cube_bytes())),
            "a.glb: it requires the extension XYZ_unknown, which is not read");
  // Without the decoder, what to install is said.
  EXPECT_EQ(fault("a.glb", glb(requires_it("KHR_draco_mesh_compression"), cube_bytes())),
            "a.glb: it requires the extension KHR_draco_mesh_compression, which graze::draco reads, which is not here: "
            "install libdraco-dev, build again");
  const std::string looks = "{" + cube_json + R"(,"extensionsRequired":["KHR_materials_unlit"],"nodes":[{"mesh":0}]})";
  EXPECT_EQ(read_assembly(file_of("b.glb", glb(looks, cube_bytes()))).parts.size(), 1u);
}

TEST(Gltf, PartsThatCannotBeReadAreNamed) {
  const Assembly a = read_cubes(
      R"("nodes":[{"name":"flat","mesh":0,"scale":[1,0,1],"children":[1]},{"name":"below","mesh":0},
         {"name":"gone","mesh":7},{"name":"good","mesh":0}])");
  ASSERT_EQ(a.parts.size(), 1u);
  EXPECT_EQ(a.parts[0].path, "good");
  ASSERT_EQ(a.skipped.size(), 2u);
  EXPECT_EQ(a.skipped[0].path, "flat");
  EXPECT_NE(a.skipped[0].reason.find("what hangs on the node is skipped too"), std::string::npos);
  EXPECT_EQ(a.skipped[1].path, "gone");
  EXPECT_EQ(a.skipped[1].reason, "there is no element 7 of 'meshes'");
}

TEST(Gltf, AnOpenMeshIsASurfaceAndOneInsideOutIsTurned) {
  std::string bytes = cube_bytes();
  std::string json = "{" + cube_json + R"(,"nodes":[{"mesh":0}]})";
  json.replace(json.find("\"count\":36"), 10, "\"count\":30");
  const Assembly open = read_assembly(file_of("open.glb", glb(json, bytes)));
  ASSERT_EQ(open.parts.size(), 1u);
  EXPECT_FALSE(open.parts[0].shape.solid());
  EXPECT_EQ(open.parts[0].remark, "open (4 edges): a surface, not a solid");

  for (std::size_t i = 96; i < bytes.size(); i += 6) std::swap(bytes[i], bytes[i + 2]);
  const Assembly turned =
      read_assembly(file_of("turned.glb", glb("{" + cube_json + R"(,"nodes":[{"mesh":0}]})", bytes)));
  ASSERT_EQ(turned.parts.size(), 1u);
  EXPECT_TRUE(turned.parts[0].shape.solid());
  EXPECT_EQ(turned.parts[0].remark, "inside out: its triangles were turned");
}

TEST(Gltf, FaultsNameThePlace) {
  const std::string good = glb("{" + cube_json + R"(,"nodes":[{"mesh":0}]})", cube_bytes());
  EXPECT_EQ(fault("a.glb", good.substr(0, 100)),
            "a.glb: its header says " + std::to_string(good.size()) + " bytes, but it has 100: truncated?");
  EXPECT_EQ(fault("a.gltf", "{"), "a.gltf: its JSON is broken");
  EXPECT_EQ(fault("a.gltf", "{}"), "a.gltf: it has no 'asset' with a 'version': not a glTF 2.0 file");
  EXPECT_EQ(fault("a.gltf", R"({"asset":{"version":"1.0"}})"), "a.gltf: glTF '1.0' is not read, only 2.x");
  EXPECT_EQ(fault("a.gltf", "{" + cube_json + "}"),
            "a.gltf: buffer 0 has no bytes: neither a 'uri' nor a binary chunk");
  EXPECT_EQ(
      fault("a.glb", glb("{" + cube_json + R"(,"nodes":[{"children":[0]}],"scenes":[{"nodes":[0]}]})", cube_bytes())),
      "a.glb: node 0 has two parents, or is its own");
  EXPECT_EQ(fault("a.xyz", "x"),
            "a.xyz: the file has an ending that is not one that can be read (.glb, .gltf, .obj, .stl, .ply, .bt, .3mf, "
            ".ifc, .ifczip are read)");
  std::string huge = "{" + cube_json + R"(,"nodes":[{"mesh":0}]})";
  huge.replace(huge.find("\"count\":8}"), 10, "\"count\":9007199254740991}");
  const Assembly a = read_incomplete(file_of("huge.glb", glb(huge, cube_bytes())));
  ASSERT_EQ(a.skipped.size(), 1u);
  EXPECT_EQ(a.skipped[0].reason,
            "primitive 0: accessor 0 has 9007199254740991 elements, with which the meshes have more than " +
                std::to_string(limits::mesh_elements(std::filesystem::file_size(folder() + "huge.glb"))) +
                ": too many for the size of the file");
}

}  // namespace
}  // namespace graze
