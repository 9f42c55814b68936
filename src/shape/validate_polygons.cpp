// Everything that a PolygonSurface promises, checked against the triangles.
#include <cmath>
#include <string>
#include <vector>

#include "math/exact.h"
#include "shape/data.h"
#include "shape/polygon_loops.h"
#include "shape/polygons.h"

namespace graze {
namespace {

std::string check_loop(const PolygonSurface& surface, std::uint32_t f) {
  const auto& face = surface.faces[f];
  if (face.count < 3) return "has fewer than three corners";
  for (std::uint32_t k = 0; k < face.count; ++k) {
    const auto& corner = surface.corners[face.first + k];
    const std::uint32_t next = surface.corners[face.first + (k + 1) % face.count].vertex;
    const auto& edge = surface.edges[corner.edge / 2];
    const bool back = corner.edge % 2 != 0;
    if ((back ? edge.to : edge.from) != corner.vertex || (back ? edge.from : edge.to) != next)
      return "has an edge between other vertices than its corners";
    if ((back ? edge.right : edge.left) != f) return "has an edge that does not know it";
  }
  if (!face.planar) return {};
  std::vector<std::uint32_t> loop;
  for (std::uint32_t k = 0; k < face.count; ++k) loop.push_back(surface.corners[face.first + k].vertex);
  return is_planar_convex(loop, surface.vertices) ? "" : "is called planar and convex, but is not";
}

}  // namespace

std::string validate(const PolygonSurface& surface, const ShapeData& data) {
  const auto face_text = [](std::uint32_t f) { return "face " + std::to_string(f) + " "; };
  std::uint32_t corners = 0;
  for (std::uint32_t f = 0; f < surface.faces.size(); ++f) {
    if (surface.faces[f].first != corners) return face_text(f) + "does not follow the one before";
    corners += surface.faces[f].count;
    if (const std::string wrong = check_loop(surface, f); !wrong.empty()) return face_text(f) + wrong;
  }
  if (corners != surface.corners.size()) return "there are corners of no face";
  for (std::size_t e = 0; e < surface.edges.size(); ++e) {
    const auto& edge = surface.edges[e];
    if (edge.from >= edge.to) return "edge " + std::to_string(e) + " does not run from the lesser vertex";
    const int faces = (edge.left != PolygonSurface::none ? 1 : 0) + (edge.right != PolygonSurface::none ? 1 : 0);
    const bool right = edge.bend == PolygonSurface::Bend::wire   ? faces == 0
                       : edge.bend == PolygonSurface::Bend::open ? faces == 1
                                                                 : faces == 2;
    if (!right) return "edge " + std::to_string(e) + " has " + std::to_string(faces) + " faces";
  }
  // Faces are made of their triangles: no more area, no less, and the least first.
  std::vector<Vec3> areas(surface.faces.size());
  std::vector<std::uint32_t> least(surface.faces.size(), PolygonSurface::none);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    const std::uint32_t f = surface.face_of[i];
    if (f == PolygonSurface::none) continue;
    if (f >= surface.faces.size()) return "triangle " + std::to_string(i) + " is in no face";
    if (least[f] == PolygonSurface::none) least[f] = i;
    if (data.form == ShapeForm::box && i % 4 >= 2) continue;  // the same area once more
    const Triangle t = data.triangle(i);
    areas[f] = areas[f] + cross(t.b - t.a, t.c - t.a);
  }
  for (std::uint32_t f = 0; f < surface.faces.size(); ++f) {
    const auto& face = surface.faces[f];
    const auto corner = [&](std::uint32_t k) { return surface.vertices[surface.corners[face.first + k].vertex]; };
    Vec3 area;
    for (std::uint32_t k = 1; k + 1 < face.count; ++k)
      area = area + cross(corner(k) - corner(0), corner(k + 1) - corner(0));
    if (least[f] != face.triangle) return face_text(f) + "names another triangle than its least";
    if (!(length(area - areas[f]) <= 1e-9 * length(area))) return face_text(f) + "is not as large as its triangles";
  }
  return {};
}

}  // namespace graze
