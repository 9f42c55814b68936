// Polygons as fans of triangles that remember their face.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/float_state.h"
#include "graze/error.h"
#include "graze/shape.h"
#include "shape/complete.h"
#include "shape/data.h"

namespace graze {
namespace {

using Face = std::vector<std::uint32_t>;

[[noreturn]] void fail_polyhedron(const std::string& what) { throw Error("polyhedron: " + what); }

// What rounding does to the corners of a convex polygon is far below this part of its edges.
constexpr double convex_enough = 1e-9;

// Turns that go back, and triangles of the fan that fold over, by the normal of the whole polygon.
void check_convex(const std::vector<Vec3>& vertices, const Face& face, std::size_t index) {
  const std::size_t n = face.size();
  const auto at = [&](std::size_t k) { return vertices[face[k % n]]; };
  Vec3 normal;
  for (std::size_t k = 1; k + 1 < n; ++k) normal = normal + cross(at(k) - at(0), at(k + 1) - at(0));
  const double scale = length(normal) * convex_enough;
  const auto backward = [&](Vec3 p, Vec3 q) { return dot(cross(p, q), normal) < -scale * length(p) * length(q); };
  for (std::size_t k = 0; k < n; ++k)
    if (backward(at(k + 1) - at(k), at(k + 2) - at(k + 1)) || backward(at(k + 1) - at(0), at(k + 2) - at(0)))
      fail_polyhedron("face " + std::to_string(index) + " is not convex at vertex " +
                      std::to_string(face[(k + 1) % n]) + "; cut it into convex faces");
}

void check_face(const std::vector<Vec3>& vertices, const Face& face, std::size_t index) {
  const std::string which = "face " + std::to_string(index);
  if (face.size() < 3)
    fail_polyhedron(which + " has " + std::to_string(face.size()) + (face.size() == 1 ? " vertex" : " vertices") +
                    ", at least 3 are needed");
  if (face.size() > 0x10000) fail_polyhedron(which + " has more than 65536 vertices");
  for (const std::uint32_t vertex : face)
    if (vertex >= vertices.size())
      fail_polyhedron(which + " uses vertex " + std::to_string(vertex) + ", but there are " +
                      std::to_string(vertices.size()));
}

}  // namespace

Shape make_polyhedron(std::vector<Vec3> vertices, const std::vector<Face>& faces, ShapeOptions options) {
  const FloatState standard;
  ShapeData data;
  data.form = ShapeForm::polyhedron;
  std::vector<Index3> triangles;
  std::vector<std::uint32_t> face_of, tags;
  if (!options.tags.empty() && options.tags.size() != faces.size())
    fail_polyhedron(std::to_string(options.tags.size()) + " tags given for " + std::to_string(faces.size()) + " faces");
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const Face& face = faces[f];
    check_face(vertices, face, f);
    for (std::size_t k = 2; k < face.size(); ++k) {
      triangles.push_back({face[0], face[k - 1], face[k]});
      face_of.push_back(static_cast<std::uint32_t>(f));
      if (!options.tags.empty()) tags.push_back(options.tags[f]);
    }
    check_triangle_count(ShapeForm::polyhedron, triangles.size());
  }
  data.vertices = std::move(vertices);
  data.triangles = std::move(triangles);
  data.faces = std::move(face_of);
  data.tags = std::move(tags);
  complete(data);
  const std::vector<Vec3> corners(data.vertices.begin(), data.vertices.end());
  for (std::size_t f = 0; f < faces.size(); ++f) check_convex(corners, faces[f], f);
  Shape shape = shape_of(std::make_unique<const ShapeData>(std::move(data)));
  if (options.margin != 0) shape = with_margin(shape, options.margin);
  const Topology& topology = shape.topology();
  return options.solid || (topology.closed && topology.volume_sign != 0) ? as_solid(shape) : shape;
}

void complete_polyhedron(ShapeData& data) {
  complete_mesh(data);
  bool right = data.faces.size() == data.triangles.size() && (data.faces.empty() || data.faces[0] == 0);
  for (std::size_t i = 1; right && i < data.faces.size(); ++i) {
    const bool same = data.faces[i] == data.faces[i - 1];
    right = same ? data.triangles[i][0] == data.triangles[i - 1][0] && data.triangles[i][1] == data.triangles[i - 1][2]
                 : data.faces[i] == data.faces[i - 1] + 1;
  }
  if (!right) fail_polyhedron("the triangles are not fans of faces");
}

}  // namespace graze
