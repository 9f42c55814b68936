// The written glTF, parsed back: structure, positions, matrices, keys, and what is refused.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "graze/graze.h"
#include "io/gltf_write.h"
#include "scenes/scenes.h"

namespace graze {
namespace {

using Json = nlohmann::json;

std::string decoded(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(letters.find(c));
    if ((count += 6) >= 8) bytes += static_cast<char>(bits >> (count -= 8));
  }
  return bytes;
}

struct File {
  Json json;
  std::string bytes;
};

File parse_text(const std::string& text) {
  File file{Json::parse(text), {}};
  const std::string uri = file.json["buffers"][0]["uri"], start = "data:application/octet-stream;base64,";
  EXPECT_EQ(uri.substr(0, start.size()), start);
  file.bytes = decoded(uri.substr(start.size()));
  file.json["buffers"][0].erase("uri");
  return file;
}

File parse_binary(const std::string& bytes) {
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, 4);
    return std::size_t{value};
  };
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(word(4), 2u);
  EXPECT_EQ(word(8), bytes.size());
  const std::size_t length = word(12);
  EXPECT_EQ(bytes.substr(16, 4), "JSON");
  EXPECT_EQ(length % 4, 0u);
  EXPECT_EQ(bytes.substr(20 + length + 4, 4), std::string("BIN\0", 4));
  EXPECT_EQ(word(20 + length), bytes.size() - 28 - length);
  return {Json::parse(bytes.substr(20, length)), bytes.substr(28 + length)};
}

template <class T>
std::vector<T> values(const File& file, std::size_t accessor) {
  const Json& entry = file.json["accessors"][accessor];
  const Json& view = file.json["bufferViews"][entry["bufferView"].get<std::size_t>()];
  std::vector<T> result(view["byteLength"].get<std::size_t>() / sizeof(T));
  std::memcpy(result.data(), file.bytes.data() + view["byteOffset"].get<std::size_t>(), result.size() * sizeof(T));
  return result;
}

Shape cube_shape(std::uint32_t cells) {
  scenes::MeshData mesh = scenes::cube(cells);
  return make_mesh(std::move(mesh.vertices), std::move(mesh.triangles));
}

std::vector<GltfBody> two_bodies() {
  GltfBody still{"a \"table\"", cube_shape(2), make_pose({1, 2, 3}, {}, {4, 5, 6}), {0.25, 0.5, 0.75}, {}};
  GltfBody moving{"wheel", cube_shape(1), {{}, {0.5, 0, 0}}, {1, 0, 0}, {}};
  for (int i = 0; i <= 4; ++i) {
    const double half = i * 0.5;
    moving.keys.push_back({i * 0.25, {1.0 * i, 0, 0}, {0, 0, std::sin(half), std::cos(half)}});
  }
  moving.keys[3].rotation = {0, 0, -std::sin(1.5), -std::cos(1.5)};
  return {still, moving};
}

std::string refusal(const std::vector<GltfBody>& bodies) {
  try {
    gltf_text(bodies);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Gltf, HasTheGeometryAndThePoses) {
  const File file = parse_text(gltf_text(two_bodies()));
  EXPECT_EQ(file.json["asset"]["version"], "2.0");
  EXPECT_EQ(file.json["buffers"][0]["byteLength"], file.bytes.size());
  const Json& root = file.json["nodes"][file.json["scenes"][0]["nodes"][0].get<std::size_t>()];
  ASSERT_EQ(root["children"].size(), 2u);
  const Json& table = file.json["nodes"][root["children"][0].get<std::size_t>()];
  EXPECT_EQ(table["name"], "a \"table\"");
  EXPECT_EQ(table["matrix"], Json::parse("[4,0,0,0, 0,5,0,0, 0,0,6,0, 1,2,3,1]").get<std::vector<double>>());
  const Json& mesh = file.json["meshes"][table["mesh"].get<std::size_t>()]["primitives"][0];
  const auto positions = values<float>(file, mesh["attributes"]["POSITION"]);
  const auto indices = values<std::uint32_t>(file, mesh["indices"]);
  const Shape shape = two_bodies()[0].shape;
  EXPECT_EQ(positions.size(), 3u * 26);  // a cube of 2 x 2 squares a face has 26 distinct positions
  ASSERT_EQ(indices.size(), 3u * shape.triangle_count());
  for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) {
    const Triangle t = shape.triangle(i);
    const Vec3 corners[] = {t.a, t.b, t.c};
    for (std::uint32_t k = 0; k < 3; ++k)
      for (int axis = 0; axis < 3; ++axis)
        EXPECT_EQ(positions[3 * indices[3 * i + k] + static_cast<std::uint32_t>(axis)], corners[k][axis]);
  }
  const Json& accessor = file.json["accessors"][mesh["attributes"]["POSITION"].get<std::size_t>()];
  EXPECT_EQ(accessor["min"], Json({-1.0, -1.0, -1.0}));
  EXPECT_EQ(accessor["max"], Json({1.0, 1.0, 1.0}));
  EXPECT_EQ(accessor["count"], 26);
  const Json& material = file.json["materials"][mesh["material"].get<std::size_t>()];
  EXPECT_EQ(material["pbrMetallicRoughness"]["baseColorFactor"], Json({0.25, 0.5, 0.75, 1.0}));
}

TEST(Gltf, AnimatesTheNodeAboveTheMesh) {
  const File file = parse_text(gltf_text(two_bodies()));
  const Json& animation = file.json["animations"][0];
  ASSERT_EQ(animation["channels"].size(), 2u);
  std::vector<float> places, turns;
  for (const Json& channel : animation["channels"]) {
    const Json& node = file.json["nodes"][channel["target"]["node"].get<std::size_t>()];
    EXPECT_EQ(node["name"], "wheel moving");
    EXPECT_EQ(file.json["nodes"][node["children"][0].get<std::size_t>()]["name"], "wheel");
    EXPECT_FALSE(node.contains("matrix"));  // an animated node must not have one
    const Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
    EXPECT_EQ(sampler["interpolation"], "LINEAR");
    EXPECT_EQ(values<float>(file, sampler["input"]), (std::vector<float>{0, 0.25, 0.5, 0.75, 1}));
    (channel["target"]["path"] == "translation" ? places : turns) = values<float>(file, sampler["output"]);
  }
  EXPECT_EQ(places, (std::vector<float>{0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0}));
  ASSERT_EQ(turns.size(), 20u);
  for (std::size_t i = 0; i < 5; ++i) {  // the one of the other sign, too
    EXPECT_FLOAT_EQ(turns[4 * i + 2], static_cast<float>(std::sin(0.5 * static_cast<double>(i))));
    EXPECT_FLOAT_EQ(turns[4 * i + 3], static_cast<float>(std::cos(0.5 * static_cast<double>(i))));
  }
}

TEST(Gltf, TheBinaryFormHoldsTheSame) {
  const File text = parse_text(gltf_text(two_bodies())), binary = parse_binary(glb_bytes(two_bodies()));
  EXPECT_EQ(text.json, binary.json);
  EXPECT_EQ(text.bytes, binary.bytes);
  const std::string path = (std::filesystem::temp_directory_path() / "graze_gltf_write_test.GLB").string();
  write_gltf(path, two_bodies());
  std::stringstream read;
  read << std::ifstream(path, std::ios::binary).rdbuf();
  EXPECT_EQ(read.str(), glb_bytes(two_bodies()));
  std::filesystem::remove(path);
}

TEST(Gltf, WithoutKeysThereIsNoAnimation) {
  const std::vector<GltfBody> bodies(1, two_bodies()[0]);
  EXPECT_FALSE(parse_text(gltf_text(bodies)).json.contains("animations"));
}

TEST(Gltf, RefusesWhatItCannotShow) {
  const std::string shapeless = "glTF: wheel: only bodies of triangles, without a margin, can be written";
  std::vector<GltfBody> bodies(1, two_bodies()[1]);
  for (const Shape& shape : {make_sphere(1), make_capsule(1, 2), make_cylinder(1, 1), make_halfspace({0, 0, 1}, 0),
                             make_point(), with_margin(cube_shape(1), 0.5), Shape()}) {
    bodies[0].shape = shape;
    EXPECT_EQ(refusal(bodies), shapeless);
  }
  bodies[0] = two_bodies()[1];
  EXPECT_EQ(refusal(bodies), "");
  bodies[0].keys[2].seconds = bodies[0].keys[1].seconds;
  EXPECT_EQ(refusal(bodies), "glTF: wheel: the times of keys must rise from 0 on, also as floats");
  bodies[0] = two_bodies()[1];
  bodies[0].keys[2].translation.x = 1e39;
  EXPECT_EQ(refusal(bodies), "glTF: wheel: a number is beyond what a float holds");
  EXPECT_EQ(refusal({}), "glTF: there is no body to write");
  try {
    write_gltf("motion.obj", two_bodies());
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "motion.obj: the file's ending must be .gltf or .glb");
  }
}

}  // namespace
}  // namespace graze
