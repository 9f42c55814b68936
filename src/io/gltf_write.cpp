#include "io/gltf_write.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>

#include "base/json_text.h"
#include "graze/error.h"
#include "io/base64.h"

namespace graze {
namespace {

static_assert(std::endian::native == std::endian::little, "buffers are written as they lie in memory");

constexpr int float_type = 5126, index_type = 5125;         // componentType
constexpr int vertex_target = 34962, index_target = 34963;  // of a buffer view

// The lists of the document grow as bodies are added; a list item is written once its numbers are known.
struct Document {
  std::string bytes;  // the one buffer
  std::string views, accessors, meshes, materials, nodes, channels, samplers;
  std::uint32_t view_count = 0, accessor_count = 0, node_count = 0, mesh_count = 0, sampler_count = 0;
  std::string top;  // indices of the nodes below the root
  // A shape in a colour is one mesh, however many bodies have it.
  std::map<std::pair<const void*, std::array<double, 3>>, std::uint32_t> mesh_of;
};

void separate(std::string& list) {
  if (!list.empty()) list += ',';
}

float to_float(double value, const std::string& name) {
  const float result = static_cast<float>(value);
  if (!std::isfinite(result)) throw Error("glTF: " + name + ": a number is beyond what a float holds");
  return result;
}

// An accessor over elements of `width` floats; with the least and greatest of each column.
std::uint32_t add_floats(Document& document, const std::vector<float>& values, std::size_t width, const char* type,
                         int target) {
  separate(document.views);
  document.views += "{\"buffer\":0,\"byteOffset\":" + std::to_string(document.bytes.size()) +
                    ",\"byteLength\":" + std::to_string(4 * values.size());
  if (target != 0) document.views += ",\"target\":" + std::to_string(target);
  document.views += '}';
  document.bytes.append(reinterpret_cast<const char*>(values.data()), 4 * values.size());
  std::string least, greatest;
  for (std::size_t column = 0; column < width; ++column) {
    float lo = std::numeric_limits<float>::infinity(), hi = -lo;
    for (std::size_t i = column; i < values.size(); i += width) {
      lo = std::min(lo, values[i]);
      hi = std::max(hi, values[i]);
    }
    separate(least);
    separate(greatest);
    append_number(least, lo);
    append_number(greatest, hi);
  }
  separate(document.accessors);
  document.accessors += "{\"bufferView\":" + std::to_string(document.view_count++) +
                        ",\"componentType\":" + std::to_string(float_type) +
                        ",\"count\":" + std::to_string(values.size() / width) + ",\"type\":\"" + type + "\",\"min\":[" +
                        least + "],\"max\":[" + greatest + "]}";
  return document.accessor_count++;
}

std::uint32_t add_indices(Document& document, const std::vector<std::uint32_t>& indices) {
  separate(document.views);
  document.views += "{\"buffer\":0,\"byteOffset\":" + std::to_string(document.bytes.size()) +
                    ",\"byteLength\":" + std::to_string(4 * indices.size()) +
                    ",\"target\":" + std::to_string(index_target) + "}";
  document.bytes.append(reinterpret_cast<const char*>(indices.data()), 4 * indices.size());
  separate(document.accessors);
  document.accessors += "{\"bufferView\":" + std::to_string(document.view_count++) +
                        ",\"componentType\":" + std::to_string(index_type) +
                        ",\"count\":" + std::to_string(indices.size()) + ",\"type\":\"SCALAR\"}";
  return document.accessor_count++;
}

void check_shape(const GltfBody& body) {
  const Shape& shape = body.shape;
  const ShapeForm form = shape ? shape.form() : ShapeForm::point;
  const bool flat = form != ShapeForm::segment && form != ShapeForm::point && shape.triangle_count() != 0;
  if (!flat || shape.radius() != 0 || shape.margin() != 0)
    throw Error("glTF: " + body.name + ": only bodies of triangles, without a margin, can be written");
}

// Equal positions are one vertex. No normals: a viewer then shades each triangle by its own.
std::uint32_t add_mesh(Document& document, const GltfBody& body) {
  const auto [known, fresh_mesh] =
      document.mesh_of.try_emplace({body.shape.identity(), body.color}, document.mesh_count);
  if (!fresh_mesh) return known->second;
  std::vector<float> positions;
  std::vector<std::uint32_t> indices;
  std::map<std::array<float, 3>, std::uint32_t> index_of;
  for (std::uint32_t i = 0; i < body.shape.triangle_count(); ++i) {
    const Triangle t = body.shape.triangle(i);
    for (const Vec3& p : {t.a, t.b, t.c}) {
      const std::array<float, 3> position{to_float(p.x, body.name), to_float(p.y, body.name), to_float(p.z, body.name)};
      const auto [it, fresh] = index_of.try_emplace(position, static_cast<std::uint32_t>(positions.size() / 3));
      if (fresh) positions.insert(positions.end(), position.begin(), position.end());
      indices.push_back(it->second);
    }
  }
  const std::uint32_t at = add_floats(document, positions, 3, "VEC3", vertex_target);
  const std::uint32_t by = add_indices(document, indices);
  separate(document.materials);
  document.materials += "{\"doubleSided\":true,\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"baseColorFactor\":[";
  for (const double part : body.color) {
    append_number(document.materials, part);
    document.materials += ',';
  }
  document.materials += "1]}}";
  separate(document.meshes);
  document.meshes += "{\"primitives\":[{\"attributes\":{\"POSITION\":" + std::to_string(at) +
                     "},\"indices\":" + std::to_string(by) + ",\"material\":" + std::to_string(document.mesh_count) +
                     "}]}";
  return document.mesh_count++;
}

// Adds a node; `rest` is the fields after its name.
std::uint32_t add_node(Document& document, const std::string& name, const std::string& rest) {
  separate(document.nodes);
  document.nodes += "{\"name\":";
  append_string(document.nodes, name);
  document.nodes += rest + "}";
  return document.node_count++;
}

void add_channel(Document& document, std::uint32_t node, std::uint32_t times, std::uint32_t values, const char* path) {
  separate(document.samplers);
  document.samplers += "{\"input\":" + std::to_string(times) + ",\"output\":" + std::to_string(values) +
                       ",\"interpolation\":\"LINEAR\"}";
  separate(document.channels);
  document.channels += "{\"sampler\":" + std::to_string(document.sampler_count++) +
                       ",\"target\":{\"node\":" + std::to_string(node) + ",\"path\":\"" + path + "\"}}";
}

void add_keys(Document& document, const GltfBody& body, std::uint32_t node) {
  std::vector<float> times, places, turns;
  Quat last;
  for (const GltfKey& key : body.keys) {
    const float time = to_float(key.seconds, body.name);
    if (!(time >= 0) || (!times.empty() && !(time > times.back())))
      throw Error("glTF: " + body.name + ": the times of keys must rise from 0 on, also as floats");
    times.push_back(time);
    for (int axis = 0; axis < 3; ++axis) places.push_back(to_float(key.translation[axis], body.name));
    Quat q = key.rotation;  // q and -q are the same rotation: that which is nearer to the last
    if (q.x * last.x + q.y * last.y + q.z * last.z + q.w * last.w < 0) q = {-q.x, -q.y, -q.z, -q.w};
    last = q;
    for (const double part : {q.x, q.y, q.z, q.w}) turns.push_back(to_float(part, body.name));
  }
  const std::uint32_t input = add_floats(document, times, 1, "SCALAR", 0);
  add_channel(document, node, input, add_floats(document, places, 3, "VEC3", 0), "translation");
  add_channel(document, node, input, add_floats(document, turns, 4, "VEC4", 0), "rotation");
}

void append_matrix(std::string& text, const Pose& pose) {  // by columns
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

// The mesh hangs below a node of its own when it moves: the pose may be any map, keys are of turns and places.
void add_body(Document& document, const GltfBody& body) {
  check_shape(body);
  if (fault(body.pose) == PoseFault::not_finite) throw Error("glTF: " + body.name + ": the pose is not finite");
  std::string mesh = ",\"mesh\":" + std::to_string(add_mesh(document, body));
  append_matrix(mesh, body.pose);
  std::uint32_t node = add_node(document, body.name, mesh);
  if (!body.keys.empty()) {
    const std::string child = ",\"children\":[" + std::to_string(node) + "]";
    node = add_node(document, body.name + " moving", child);
    add_keys(document, body, node);
  }
  separate(document.top);
  document.top += std::to_string(node);
}

// The JSON with the buffer described by `buffer`.
std::string json_of(Document& document, const std::string& buffer) {
  std::string text = "{\"asset\":{\"version\":\"2.0\",\"generator\":\"graze\"},\"scene\":0,\"scenes\":[{\"nodes\":[" +
                     std::to_string(document.node_count - 1) + "]}],\"nodes\":[" + document.nodes + "],\"meshes\":[" +
                     document.meshes + "],\"materials\":[" + document.materials + "],\"accessors\":[" +
                     document.accessors + "],\"bufferViews\":[" + document.views + "],\"buffers\":[" + buffer + "]";
  if (!document.channels.empty())
    text += ",\"animations\":[{\"name\":\"motion\",\"channels\":[" + document.channels + "],\"samplers\":[" +
            document.samplers + "]}]";
  return text + "}";
}

Document make_document(std::span<const GltfBody> bodies) {
  if (bodies.empty()) throw Error("glTF: there is no body to write");
  Document document;
  for (const GltfBody& body : bodies) add_body(document, body);
  add_node(document, "z up",
           ",\"rotation\":[-0.7071067811865476,0,0,0.7071067811865476],\"children\":[" + document.top + "]");
  return document;
}

std::string buffer_of(const Document& document, const std::string& uri) {
  return "{\"byteLength\":" + std::to_string(document.bytes.size()) + uri + "}";
}

void append_word(std::string& bytes, std::size_t value) {
  if (value > std::numeric_limits<std::uint32_t>::max()) throw Error("glTF: the file would be larger than 4 GiB");
  const auto word = static_cast<std::uint32_t>(value);
  bytes.append(reinterpret_cast<const char*>(&word), 4);
}

}  // namespace

std::string gltf_text(std::span<const GltfBody> bodies) {
  Document document = make_document(bodies);
  const std::string uri = ",\"uri\":\"data:application/octet-stream;base64," + encode_base64(document.bytes) + "\"";
  return json_of(document, buffer_of(document, uri)) + "\n";
}

std::string glb_bytes(std::span<const GltfBody> bodies) {
  Document document = make_document(bodies);
  std::string json = json_of(document, buffer_of(document, ""));
  json.resize((json.size() + 3) / 4 * 4, ' ');
  std::string bytes = "glTF";
  append_word(bytes, 2);
  append_word(bytes, 12 + 8 + json.size() + 8 + document.bytes.size());
  append_word(bytes, json.size());
  bytes += "JSON" + json;
  append_word(bytes, document.bytes.size());
  bytes += std::string("BIN\0", 4) + document.bytes;  // floats and indices: a multiple of four
  return bytes;
}

void write_gltf(const std::string& path, std::span<const GltfBody> bodies) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending != ".gltf" && ending != ".glb") throw Error(path + ": the file's ending must be .gltf or .glb");
  const std::string bytes = ending == ".glb" ? glb_bytes(bodies) : gltf_text(bodies);
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw Error(path + ": cannot be written: " + std::strerror(errno));
}

}  // namespace graze
