#include "io/gltf_builder.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "base/json_text.h"
#include "graze/error.h"
#include "io/base64.h"

namespace graze {
namespace {

static_assert(std::endian::native == std::endian::little, "buffers are written as they lie in memory");

constexpr int float_type = 5126, index_type = 5125;  // componentType
constexpr int index_target = 34963;                  // of a buffer view

void add_view(GltfBuilder& builder, const void* data, std::size_t bytes, int target) {
  gltf_separate(builder.views);
  builder.views += "{\"buffer\":0,\"byteOffset\":" + std::to_string(builder.bytes.size()) +
                   ",\"byteLength\":" + std::to_string(bytes);
  if (target != 0) builder.views += ",\"target\":" + std::to_string(target);
  builder.views += '}';
  builder.bytes.append(static_cast<const char*>(data), bytes);
}

std::string json_of(const GltfBuilder& builder, const std::string& uri) {
  std::string text = "{\"asset\":{\"version\":\"2.0\",\"generator\":\"graze\"},\"scene\":0,\"scenes\":[{\"nodes\":[" +
                     std::to_string(builder.node_count - 1) + "]}],\"nodes\":[" + builder.nodes + "],\"meshes\":[" +
                     builder.meshes + "],\"materials\":[" + builder.materials + "],\"accessors\":[" +
                     builder.accessors + "],\"bufferViews\":[" + builder.views +
                     "],\"buffers\":[{\"byteLength\":" + std::to_string(builder.bytes.size()) + uri + "}]";
  if (!builder.channels.empty())
    text += ",\"animations\":[{\"name\":\"motion\",\"channels\":[" + builder.channels + "],\"samplers\":[" +
            builder.samplers + "]}]";
  return text + "}";
}

void append_word(std::string& bytes, std::size_t value) {
  if (value > std::numeric_limits<std::uint32_t>::max()) throw Error("glTF: the file would be larger than 4 GiB");
  const auto word = static_cast<std::uint32_t>(value);
  bytes.append(reinterpret_cast<const char*>(&word), 4);
}

}  // namespace

void gltf_separate(std::string& list) {
  if (!list.empty()) list += ',';
}

float gltf_float(double value, const std::string& name) {
  const float result = static_cast<float>(value);
  if (!std::isfinite(result)) throw Error("glTF: " + name + ": a number is beyond what a float holds");
  return result;
}

void gltf_append_matrix(std::string& text, const Pose& pose) {  // by columns
  text += ",\"matrix\":[";
  for (int column = 0; column < 4; ++column) {
    const Vec3 c = column < 3 ? pose.linear[column] : pose.translation;
    for (const double part : {c.x, c.y, c.z}) {
      append_number(text, part);
      text += ',';
    }
    text += column < 3 ? "0," : "1]";
  }
}

void GltfPoints::add(Vec3 point, const std::string& name) {
  const std::array<float, 3> position{gltf_float(point.x, name), gltf_float(point.y, name), gltf_float(point.z, name)};
  const auto [it, fresh] = index_of.try_emplace(position, static_cast<std::uint32_t>(positions.size() / 3));
  if (fresh) positions.insert(positions.end(), position.begin(), position.end());
  indices.push_back(it->second);
}

std::uint32_t GltfBuilder::add_floats(const std::vector<float>& values, std::size_t width, const char* type,
                                      int target) {
  add_view(*this, values.data(), 4 * values.size(), target);
  std::string least, greatest;
  for (std::size_t column = 0; column < width; ++column) {
    float lo = std::numeric_limits<float>::infinity(), hi = -lo;
    for (std::size_t i = column; i < values.size(); i += width) {
      lo = std::min(lo, values[i]);
      hi = std::max(hi, values[i]);
    }
    gltf_separate(least);
    gltf_separate(greatest);
    append_number(least, lo);
    append_number(greatest, hi);
  }
  gltf_separate(accessors);
  accessors += "{\"bufferView\":" + std::to_string(view_count++) + ",\"componentType\":" + std::to_string(float_type) +
               ",\"count\":" + std::to_string(values.size() / width) + ",\"type\":\"" + type + "\",\"min\":[" + least +
               "],\"max\":[" + greatest + "]}";
  return accessor_count++;
}

std::uint32_t GltfBuilder::add_indices(const std::vector<std::uint32_t>& indices) {
  add_view(*this, indices.data(), 4 * indices.size(), index_target);
  gltf_separate(accessors);
  accessors += "{\"bufferView\":" + std::to_string(view_count++) + ",\"componentType\":" + std::to_string(index_type) +
               ",\"count\":" + std::to_string(indices.size()) + ",\"type\":\"SCALAR\"}";
  return accessor_count++;
}

std::uint32_t GltfBuilder::add_material(const std::array<double, 4>& color) {
  gltf_separate(materials);
  materials += "{\"doubleSided\":true,";
  if (color[3] < 1) materials += "\"alphaMode\":\"BLEND\",";
  materials += "\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"baseColorFactor\":[";
  for (const double part : color) {
    if (materials.back() != '[') materials += ',';
    append_number(materials, part);
  }
  materials += "]}}";
  return material_count++;
}

std::uint32_t GltfBuilder::add_mesh(const std::string& primitives) {
  gltf_separate(meshes);
  meshes += "{\"primitives\":[" + primitives + "]}";
  return mesh_count++;
}

std::uint32_t GltfBuilder::add_node(const std::string& name, const std::string& rest) {
  gltf_separate(nodes);
  nodes += "{\"name\":";
  append_string(nodes, name);
  nodes += rest + "}";
  return node_count++;
}

void GltfBuilder::add_root(const std::string& children) {
  add_node("z up", ",\"rotation\":[-0.7071067811865476,0,0,0.7071067811865476],\"children\":[" + children + "]");
}

std::string gltf_text(const GltfBuilder& builder) {
  return json_of(builder, ",\"uri\":\"data:application/octet-stream;base64," + encode_base64(builder.bytes) + "\"") +
         "\n";
}

std::string glb_bytes(const GltfBuilder& builder) {
  std::string json = json_of(builder, "");
  json.resize((json.size() + 3) / 4 * 4, ' ');
  std::string bytes = "glTF";
  append_word(bytes, 2);
  append_word(bytes, 12 + 8 + json.size() + 8 + builder.bytes.size());
  append_word(bytes, json.size());
  bytes += "JSON" + json;
  append_word(bytes, builder.bytes.size());
  bytes += std::string("BIN\0", 4) + builder.bytes;  // floats and indices: a multiple of four
  return bytes;
}

bool gltf_is_binary(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending != ".gltf" && ending != ".glb") throw Error(path + ": the file's ending must be .gltf or .glb");
  return ending == ".glb";
}

void write_gltf_bytes(const std::string& path, const std::string& bytes) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw Error(path + ": cannot be written: " + std::strerror(errno));
}

}  // namespace graze
