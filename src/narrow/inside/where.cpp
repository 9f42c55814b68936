// Around a point of the surface space is cut into cones by the triangles that hold the point. Each cone has a sector of
// one of those on its boundary, and each sector begins at an edge of a triangle in its plane or where another plane
// crosses that. So it is enough to leave the point along each of these directions, to both sides of it on the plane and
// off the plane. Where many triangles share a point they share planes and edges, too: each is looked along once.
#include "narrow/inside/where.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "math/exact.h"
#include "narrow/triangle/flat.h"

namespace graze {
namespace {

// The triangles in one plane: the first of them, and the edges of all, each once and one way.
struct Sheet {
  Triangle face;
  std::vector<std::pair<Vec3, Vec3>> edges;

  bool holds(const Triangle& t) const {
    return side(face.a, face.b, face.c, t.a) == 0 && side(face.a, face.b, face.c, t.b) == 0 &&
           side(face.a, face.b, face.c, t.c) == 0;
  }
  void add(const Triangle& t) {
    const std::array<Vec3, 4> corner{t.a, t.b, t.c, t.a};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 p = corner[k], q = corner[k + 1];
      const bool known = std::any_of(edges.begin(), edges.end(), [&](const auto& edge) {
        return (edge.first == p && edge.second == q) || (edge.first == q && edge.second == p);
      });
      if (!known) edges.emplace_back(p, q);
    }
  }
};

std::vector<Sheet> sheets_of(const Posed& body, const std::vector<std::uint32_t>& triangles) {
  std::vector<Sheet> sheets;
  for (const std::uint32_t i : triangles) {
    const Triangle t = body.triangle(i);
    auto at = std::find_if(sheets.begin(), sheets.end(), [&](const Sheet& sheet) { return sheet.holds(t); });
    if (at == sheets.end()) at = sheets.insert(at, Sheet{t, {}});
    at->add(t);
  }
  return sheets;
}

}  // namespace

Where where(const SolidBody& solid, const ExactPoint& point, Counters& counters) {
  const WindingNear near(solid, point, counters);
  if (near.triangles().empty()) return near.inside() ? Where::inside : Where::outside;
  const std::vector<Sheet> sheets = sheets_of(solid.placed.body, near.triangles());
  bool in = false, out = false;
  for (const Sheet& sheet : sheets) {
    const FacePlane face{sheet.face, projection_axis(sheet.face)};
    const auto look = [&](const ExactDirection& along) {
      for (const int winding : near.windings(along, face)) (winding >= 1 ? in : out) = true;
      return in && out;
    };
    const ExactPlane plane = plane_of(sheet.face);
    for (const Sheet& other : sheets) {
      if (&other == &sheet) continue;
      const ExactPlane crossing = plane_of(other.face);
      if (look(ExactDirection::common(plane, crossing)) || look(ExactDirection::common(crossing, plane)))
        return Where::on;
    }
    for (const auto& [p, q] : sheet.edges)
      if (look(ExactDirection::along(p, q)) || look(ExactDirection::along(q, p))) return Where::on;
  }
  return in ? Where::inside : Where::outside;
}

}  // namespace graze
