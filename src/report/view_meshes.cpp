#include "report/view_meshes.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <unordered_map>

#include "base/compat.h"
#include "base/hash.h"
#include "base/json_text.h"
#include "io/base64.h"
#include "shape/kinds.h"

namespace graze {

namespace {

static_assert(std::endian::native == std::endian::little, "the page reads little-endian numbers");

struct Mesh {
  std::vector<float> positions;
  std::vector<std::uint32_t> indices;
};

using Corner = std::array<float, 3>;
struct CornerHash {
  std::size_t operator()(const Corner& corner) const {
    std::uint64_t hash = 0;
    for (const float x : corner) hash = mix(hash ^ bit_cast<std::uint32_t>(x));
    return static_cast<std::size_t>(hash);
  }
};

bool has_triangles(const Shape& shape) { return kind_row(shape.form()).family == Family::triangles; }

Mesh mesh_of(std::span<const Triangle> triangles, Vec3 center) {
  Mesh mesh;
  std::unordered_map<Corner, std::uint32_t, CornerHash> numbers;
  for (const Triangle& triangle : triangles) {
    for (const Vec3& point : {triangle.a, triangle.b, triangle.c}) {
      const Vec3 from = point - center;
      // + 0: no minus zero, which has other bits.
      const Corner corner = {static_cast<float>(from.x) + 0.f, static_cast<float>(from.y) + 0.f,
                             static_cast<float>(from.z) + 0.f};
      const auto [at, fresh] = numbers.emplace(corner, static_cast<std::uint32_t>(numbers.size()));
      if (fresh) mesh.positions.insert(mesh.positions.end(), corner.begin(), corner.end());
      mesh.indices.push_back(at->second);
    }
  }
  return mesh;
}

Mesh mesh_of(const Shape& shape, Vec3 center) {
  std::vector<Triangle> triangles;
  for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) triangles.push_back(shape.triangle(i));
  return mesh_of(triangles, center);
}

Mesh box_mesh(const Box& box, Vec3 center) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner =
        Vec3{i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y, i & 4 ? box.hi.z : box.lo.z} - center;
    for (int axis = 0; axis < 3; ++axis) mesh.positions.push_back(static_cast<float>(corner[axis]));
  }
  mesh.indices = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                  2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  return mesh;
}

template <class Number>
std::string packed(const std::vector<Number>& numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return encode_base64(bytes);
}

std::string fields_of(const Mesh& mesh) {
  return fmt::format("\"positions\":\"{}\",\"indices\":\"{}\"", packed(mesh.positions), packed(mesh.indices));
}

}  // namespace

std::string mesh_fields(std::span<const Triangle> triangles, Vec3 center) {
  return fields_of(mesh_of(triangles, center));
}

std::string view_meshes_json(const std::vector<Part>& parts, std::span<const std::uint32_t> numbers,
                             std::size_t max_triangles) {
  std::unordered_map<const void*, std::size_t> shapes;
  std::string shape_text, part_text;
  std::size_t triangles = 0, boxes = 0;
  for (const std::uint32_t number : numbers) {
    const Part& part = parts[number];
    const auto [at, fresh] = shapes.emplace(part.shape.identity(), shapes.size());
    if (fresh) {
      const Box box = part.shape.bounds();
      const Vec3 center = box.lo * 0.5 + box.hi * 0.5;
      const bool whole = has_triangles(part.shape) && triangles + part.shape.triangle_count() <= max_triangles;
      if (whole) triangles += part.shape.triangle_count();
      boxes += !whole;
      const Mesh mesh = whole ? mesh_of(part.shape, center) : box_mesh(box, center);
      shape_text += shape_text.empty() ? "\n{\"center\":" : ",\n{\"center\":";
      append_point(shape_text, center);
      shape_text += fmt::format(",{},\"box\":{}}}", fields_of(mesh), !whole);
    }
    part_text += fmt::format("{}\"{}\":[{}", part_text.empty() ? "\n" : ",\n", number, at->second);
    for (const Vec3& column : {part.pose.linear.c0, part.pose.linear.c1, part.pose.linear.c2, part.pose.translation}) {
      for (int axis = 0; axis < 3; ++axis) {
        part_text += ',';
        append_number(part_text, column[axis]);
      }
    }
    part_text += ']';
  }
  return "{\"shapes\":[" + shape_text + "],\n\"parts\":{" + part_text + fmt::format("}},\n\"boxes\":{}}}", boxes);
}

}  // namespace graze
