// write_drawing of graze/draw_file.h.
#include "graze/draw_file.h"

#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "base/json_text.h"
#include "io/gltf_builder.h"

namespace graze {
namespace {

using Paint = std::array<double, 4>;
Paint paint_of(DrawColor color) { return {color.red, color.green, color.blue, color.alpha}; }

Box bounds_of(const DrawList& drawing) {
  Box box;
  for (const DrawList::Line& line : drawing.lines) box = merge(merge(box, line.a), line.b);
  for (const DrawList::Face& face : drawing.triangles) box = merge(merge(merge(box, face.a), face.b), face.c);
  return box;
}

// A mesh of what has been sorted by colour, below a node of its own. The index of the node.
std::uint32_t add_part(GltfBuilder& builder, const char* name, int mode, const std::map<Paint, GltfPoints>& by_color,
                       Vec3 middle) {
  std::string primitives;
  for (const auto& [color, points] : by_color) {
    const std::uint32_t at = builder.add_floats(points.positions, 3, "VEC3", gltf_vertex_target);
    const std::uint32_t by = builder.add_indices(points.indices);
    const std::uint32_t material = builder.add_material(color);
    JsonWriter out(primitives);
    out.object([&] {
      out.key("attributes").object([&] { out.field("POSITION", at); }).field("indices", by);
      out.field("material", material).field("mode", mode);
    });
  }
  std::string node = "\"mesh\":" + std::to_string(builder.add_mesh(primitives));
  gltf_append_matrix(node, {{}, middle});
  return builder.add_node(name, node);
}

GltfBuilder build(const DrawList& drawing) {
  constexpr int lines_mode = 1, triangles_mode = 4;
  if (drawing.lines.empty() && drawing.triangles.empty()) throw Error("glTF: there is nothing drawn to write");
  const Box box = bounds_of(drawing);
  const Vec3 middle = box.lo * 0.5 + box.hi * 0.5;
  std::map<Paint, GltfPoints> lines, triangles;
  for (const DrawList::Line& line : drawing.lines)
    for (const Vec3 p : {line.a, line.b}) lines[paint_of(line.color)].add(p - middle, "a line");
  for (const DrawList::Face& face : drawing.triangles)
    for (const Vec3 p : {face.a, face.b, face.c}) triangles[paint_of(face.color)].add(p - middle, "a triangle");
  GltfBuilder builder;
  std::string children;
  for (const auto& [name, mode, what] :
       {std::tuple("surfaces", triangles_mode, &triangles), std::tuple("lines", lines_mode, &lines)}) {
    if (what->empty()) continue;
    JsonWriter(children).value(add_part(builder, name, mode, *what, middle));
  }
  builder.add_root(children);
  return builder;
}

}  // namespace

void write_drawing(const DrawList& drawing, const std::string& path) {
  const bool binary = gltf_is_binary(path);
  const GltfBuilder builder = build(drawing);
  write_gltf_bytes(path, binary ? glb_bytes(builder) : gltf_text(builder));
}

}  // namespace graze
