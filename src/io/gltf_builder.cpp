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
  JsonWriter out(builder.views);
  out.object([&] {
    out.field("buffer", 0).field("byteOffset", builder.bytes.size()).field("byteLength", bytes);
    if (target != 0) out.field("target", target);
  });
  builder.bytes.append(static_cast<const char*>(data), bytes);
}

// `uri` may be empty.
std::string json_of(const GltfBuilder& builder, const std::string& uri) {
  std::string text;
  JsonWriter out(text);
  const auto list = [&](const char* key, const std::string& elements) {
    out.key(key).array([&] { out.raw(elements); });
  };
  out.object([&] {
    out.key("asset").object([&] { out.field("version", "2.0").field("generator", "graze"); });
    out.field("scene", 0).key("scenes").array([&] {
      out.object([&] { out.key("nodes").array([&] { out.value(builder.node_count - 1); }); });
    });
    list("nodes", builder.nodes);
    list("meshes", builder.meshes);
    list("materials", builder.materials);
    list("accessors", builder.accessors);
    list("bufferViews", builder.views);
    out.key("buffers").array([&] {
      out.object([&] {
        out.field("byteLength", builder.bytes.size());
        if (!uri.empty()) out.field("uri", uri);
      });
    });
    if (builder.channels.empty()) return;
    out.key("animations").array([&] {
      out.object([&] {
        out.field("name", "motion");
        list("channels", builder.channels);
        list("samplers", builder.samplers);
      });
    });
  });
  return text;
}

void append_word(std::string& bytes, std::size_t value) {
  if (value > std::numeric_limits<std::uint32_t>::max()) throw Error("glTF: the file would be larger than 4 GiB");
  const auto word = static_cast<std::uint32_t>(value);
  bytes.append(reinterpret_cast<const char*>(&word), 4);
}

}  // namespace

float gltf_float(double value, const std::string& name) {
  const float result = static_cast<float>(value);
  if (!std::isfinite(result)) throw Error("glTF: " + name + ": a number is beyond what a float holds");
  return result;
}

void gltf_append_matrix(std::string& text, const Pose& pose) {  // by columns
  JsonWriter out(text);
  out.key("matrix").array([&] {
    for (int column = 0; column < 4; ++column) {
      const Vec3 c = column < 3 ? pose.linear[column] : pose.translation;
      out.value(c.x).value(c.y).value(c.z).value(column < 3 ? 0 : 1);
    }
  });
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
    JsonWriter(least).value(lo);
    JsonWriter(greatest).value(hi);
  }
  JsonWriter out(accessors);
  out.object([&] {
    out.field("bufferView", view_count++).field("componentType", float_type).field("count", values.size() / width);
    out.field("type", type).key("min").array([&] { out.raw(least); }).key("max").array([&] { out.raw(greatest); });
  });
  return accessor_count++;
}

std::uint32_t GltfBuilder::add_indices(const std::vector<std::uint32_t>& indices) {
  add_view(*this, indices.data(), 4 * indices.size(), index_target);
  JsonWriter out(accessors);
  out.object([&] {
    out.field("bufferView", view_count++).field("componentType", index_type).field("count", indices.size());
    out.field("type", "SCALAR");
  });
  return accessor_count++;
}

std::uint32_t GltfBuilder::add_material(const std::array<double, 4>& color) {
  JsonWriter out(materials);
  out.object([&] {
    out.field("doubleSided", true);
    if (color[3] < 1) out.field("alphaMode", "BLEND");
    out.key("pbrMetallicRoughness").object([&] {
      out.field("metallicFactor", 0).key("baseColorFactor").list(color, [&](double part) { out.value(part); });
    });
  });
  return material_count++;
}

std::uint32_t GltfBuilder::add_mesh(const std::string& primitives) {
  JsonWriter out(meshes);
  out.object([&] { out.key("primitives").array([&] { out.raw(primitives); }); });
  return mesh_count++;
}

std::uint32_t GltfBuilder::add_node(const std::string& name, const std::string& rest) {
  JsonWriter out(nodes);
  out.object([&] { out.field("name", name).raw(rest); });
  return node_count++;
}

void GltfBuilder::add_root(const std::string& children) {
  add_node("z up", "\"rotation\":[-0.7071067811865476,0,0,0.7071067811865476],\"children\":[" + children + "]");
}

std::string gltf_text(const GltfBuilder& builder) {
  return json_of(builder, "data:application/octet-stream;base64," + encode_base64(builder.bytes)) + "\n";
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
