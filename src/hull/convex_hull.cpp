// The entry of the room: points -> a point, a segment, a polygon (hull2.h) or a body (hull3.h), made one by assemble.h.
#include <algorithm>
#include <string>

#include "base/assert.h"
#include "graze/error.h"
#include "hull/hull2.h"
#include "hull/hull3.h"
#include "hull/polytope.h"
#include "hull/simplex.h"

namespace graze {
namespace {

// On a line the ends are the first and last by coordinates.
Polytope flat_hull(std::span<const Vec3> points, int dimension) {
  std::uint32_t low = 0, high = 0;
  for (std::uint32_t i = 1; i < points.size(); ++i) {
    if (before(points[i], points[low])) low = i;
    if (before(points[high], points[i])) high = i;
  }
  Polytope hull;
  hull.dimension = dimension;
  hull.facet_start = {0};
  if (dimension == 0) {
    hull.sources = {low};
    hull.neighbour_start = {0, 0};
  } else {
    hull.sources = {std::min(low, high), std::max(low, high)};
    hull.neighbour_start = {0, 1, 2};
    hull.neighbours = {1, 0};
  }
  for (const std::uint32_t source : hull.sources) hull.vertices.push_back(points[source]);
  return hull;
}

}  // namespace

Polytope convex_hull(std::span<const Vec3> points) {
  if (points.empty()) throw Error("a convex hull needs at least one point");
  if (points.size() >> 31 != 0) throw Error("a convex hull takes fewer than 2^31 points");
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!is_finite(points[i])) throw Error("point " + std::to_string(i) + " of a convex hull is not finite");
  const Simplex simplex = spanning_simplex(points);
  if (simplex.dimension < 2) return flat_hull(points, simplex.dimension);
  Polytope hull = assemble(points, simplex.dimension,
                           simplex.dimension == 2 ? polygon_facets(points, simplex) : body_facets(points, simplex));
  GRAZE_ASSERT_SLOW(validate(hull, points).empty());
  return hull;
}

std::vector<std::array<std::uint32_t, 3>> facet_fans(const Polytope& hull) {
  if (hull.dimension == 0) return {{0, 0, 0}};
  if (hull.dimension == 1) return {{0, 1, 1}};
  std::vector<std::array<std::uint32_t, 3>> triangles;
  const std::uint32_t facets = hull.dimension == 2 ? 1 : hull.facet_count();
  for (std::uint32_t f = 0; f < facets; ++f)
    for (std::uint32_t k = hull.facet_start[f] + 2; k < hull.facet_start[f + 1]; ++k)
      triangles.push_back({hull.loop[hull.facet_start[f]], hull.loop[k - 1], hull.loop[k]});
  return triangles;
}

}  // namespace graze
