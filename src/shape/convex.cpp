// A convex shape has the corners of an exact hull, and the triangles of its facets, each the fan from its first corner.
// Posed corners are rounded, so that four or more of a facet need not be in one plane: queries that are exact ask the
// corners, and the triangles serve rays and half-spaces.
#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/float_state.h"
#include "graze/error.h"
#include "hull/polytope.h"
#include "shape/complete.h"
#include "shape/primitive.h"

namespace graze {
namespace {

// The radius of a ball in the hull: that in the tetrahedron of a corner, the one farthest from it, the one
// farthest from their line, and the one farthest from their plane. In double, and a little less for its rounding.
double thickness_of(const Polytope& hull) {
  if (hull.dimension < 3) return 0;
  const std::vector<Vec3>& p = hull.vertices;
  const auto farthest = [&](const auto& measure) {
    return *std::max_element(p.begin(), p.end(), [&](Vec3 x, Vec3 y) { return measure(x) < measure(y); });
  };
  const Vec3 a = p[0], b = farthest([&](Vec3 x) { return length(x - a); }) - a;
  const Vec3 c = farthest([&](Vec3 x) { return length(cross(b, x - a)); }) - a, n = cross(b, c);
  const Vec3 d = farthest([&](Vec3 x) { return std::fabs(dot(n, x - a)); }) - a;
  const double faces = length(n) + length(cross(b, d)) + length(cross(c, d)) + length(cross(c - b, d - b));
  const double thickness = std::fabs(dot(n, d)) / faces;
  return thickness > 0x1p-300 && thickness < 0x1p300 ? thickness : 0;
}

}  // namespace

void complete_convex(ShapeData& data) {
  check_vertices(data);
  auto hull = std::make_shared<const Polytope>(convex_hull(data.vertices.view()));
  data.vertices = hull->vertices;
  data.triangles = facet_fans(*hull);
  data.thickness = thickness_of(*hull);
  check_triangle_count(data.form, data.triangles.size());
  data.triangle_count = static_cast<std::uint32_t>(data.triangles.size());
  data.solid = hull->dimension == 3;
  data.hull = std::move(hull);
}

Shape make_convex(std::vector<Vec3> vertices) {
  const FloatState standard;
  ShapeData data;
  data.form = ShapeForm::convex;
  data.vertices = std::move(vertices);
  complete(data);
  return shape_of(std::make_unique<const ShapeData>(std::move(data)));
}

}  // namespace graze
