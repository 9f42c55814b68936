// A convex shape has the corners of an exact hull, and the triangles of its facets, each the fan from its first corner.
// Posed corners are rounded, so that four or more of a facet need not be in one plane: queries that are exact ask the
// corners, and the triangles serve rays and half-spaces.
#include <algorithm>
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

std::vector<Index3> fans(const Polytope& hull) {
  if (hull.dimension == 0) return {{0, 0, 0}};
  if (hull.dimension == 1) return {{0, 1, 1}};
  std::vector<Index3> triangles;
  // A polygon's two facets are the same triangles: one will do.
  const std::size_t facets = hull.dimension == 2 ? 1 : hull.facet_start.size() - 1;
  for (std::size_t f = 0; f < facets; ++f)
    for (std::uint32_t k = hull.facet_start[f] + 2; k < hull.facet_start[f + 1]; ++k)
      triangles.push_back({hull.loop[hull.facet_start[f]], hull.loop[k - 1], hull.loop[k]});
  return triangles;
}

}  // namespace

void complete_convex(Shape::Data& data) {
  check_vertices(data);
  auto hull = std::make_shared<const Polytope>(convex_hull(data.vertices.view()));
  data.vertices = hull->vertices;
  data.triangles = fans(*hull);
  check_triangle_count(data.form, data.triangles.size());
  data.triangle_count = static_cast<std::uint32_t>(data.triangles.size());
  data.solid = hull->dimension == 3;
  data.hull = std::move(hull);
}

Shape make_convex(std::vector<Vec3> vertices) {
  const FloatState standard;
  Shape::Data data;
  data.form = ShapeForm::convex;
  data.vertices = std::move(vertices);
  complete(data);
  return Shape(std::make_shared<const Shape::Data>(std::move(data)));
}

}  // namespace graze
