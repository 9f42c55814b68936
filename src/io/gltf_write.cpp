#include "io/gltf_write.h"

#include <cstdint>
#include <map>
#include <utility>

#include "base/json_text.h"
#include "graze/error.h"
#include "io/gltf_builder.h"

namespace graze {
namespace {

struct Document : GltfBuilder {
  std::string top;  // indices of the nodes below the root
  // A shape in a colour is one mesh, however many bodies have it.
  std::map<std::pair<const void*, std::array<double, 3>>, std::uint32_t> mesh_of;
};

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
  GltfPoints points;
  for (std::uint32_t i = 0; i < body.shape.triangle_count(); ++i) {
    const Triangle t = body.shape.triangle(i);
    for (const Vec3& p : {t.a, t.b, t.c}) points.add(p, body.name);
  }
  const std::uint32_t at = document.add_floats(points.positions, 3, "VEC3", gltf_vertex_target);
  const std::uint32_t by = document.add_indices(points.indices);
  const std::uint32_t material = document.add_material({body.color[0], body.color[1], body.color[2], 1});
  std::string primitive;
  JsonWriter out(primitive);
  out.object([&] {
    out.key("attributes").object([&] { out.field("POSITION", at); }).field("indices", by).field("material", material);
  });
  return document.add_mesh(primitive);
}

void add_channel(Document& document, std::uint32_t node, std::uint32_t times, std::uint32_t values, const char* path) {
  JsonWriter sampler(document.samplers), channel(document.channels);
  sampler.object([&] { sampler.field("input", times).field("output", values).field("interpolation", "LINEAR"); });
  channel.object([&] {
    channel.field("sampler", document.sampler_count++);
    channel.key("target").object([&] { channel.field("node", node).field("path", path); });
  });
}

void add_keys(Document& document, const GltfBody& body, std::uint32_t node) {
  std::vector<float> times, places, turns;
  Quat last;
  for (const GltfKey& key : body.keys) {
    const float time = gltf_float(key.seconds, body.name);
    if (!(time >= 0) || (!times.empty() && !(time > times.back())))
      throw Error("glTF: " + body.name + ": the times of keys must rise from 0 on, also as floats");
    times.push_back(time);
    for (int axis = 0; axis < 3; ++axis) places.push_back(gltf_float(key.translation[axis], body.name));
    Quat q = key.rotation;  // q and -q are the same rotation: that which is nearer to the last
    if (q.x * last.x + q.y * last.y + q.z * last.z + q.w * last.w < 0) q = {-q.x, -q.y, -q.z, -q.w};
    last = q;
    for (const double part : {q.x, q.y, q.z, q.w}) turns.push_back(gltf_float(part, body.name));
  }
  const std::uint32_t input = document.add_floats(times, 1, "SCALAR", 0);
  add_channel(document, node, input, document.add_floats(places, 3, "VEC3", 0), "translation");
  add_channel(document, node, input, document.add_floats(turns, 4, "VEC4", 0), "rotation");
}

// The mesh hangs below a node of its own when it moves: the pose may be any map, keys are of turns and places.
void add_body(Document& document, const GltfBody& body) {
  check_shape(body);
  if (fault(body.pose) == PoseFault::not_finite) throw Error("glTF: " + body.name + ": the pose is not finite");
  std::string mesh = "\"mesh\":" + std::to_string(add_mesh(document, body));
  gltf_append_matrix(mesh, body.pose);
  std::uint32_t node = document.add_node(body.name, mesh);
  if (!body.keys.empty()) {
    const std::string child = "\"children\":[" + std::to_string(node) + "]";
    node = document.add_node(body.name + " moving", child);
    add_keys(document, body, node);
  }
  JsonWriter(document.top).value(node);
}

Document make_document(std::span<const GltfBody> bodies) {
  if (bodies.empty()) throw Error("glTF: there is no body to write");
  Document document;
  for (const GltfBody& body : bodies) add_body(document, body);
  document.add_root(document.top);
  return document;
}

}  // namespace

std::string gltf_text(std::span<const GltfBody> bodies) { return gltf_text(make_document(bodies)); }
std::string glb_bytes(std::span<const GltfBody> bodies) { return glb_bytes(make_document(bodies)); }

void write_gltf(const std::string& path, std::span<const GltfBody> bodies) {
  write_gltf_bytes(path, gltf_is_binary(path) ? glb_bytes(bodies) : gltf_text(bodies));
}

}  // namespace graze
