// The planes of a solid of triangles that is convex, or nearly so: posing and file formats round.
#pragma once

#include <optional>
#include <vector>

#include "narrow/body/posed.h"

namespace graze {

// No corner of the solid is more than `slack` in front of the plane. `normal` is a unit vector to within 2^-50.
struct HullPlane {
  Vec3 normal, point;
  double slack = 0;

  double height(Vec3 p) const noexcept { return dot(normal, p - point); }
};

struct ConvexFaces {
  std::vector<Vec3> points;       // posed corners, each position once
  std::vector<Index3> triangles;  // of points, counter-clockwise from outside
  std::vector<HullPlane> planes;  // every triangle is within `slack` of one of them; planes apart by less are one
  Box box;                        // of points
  double rounding = 0;            // what HullPlane::height() may be off by, up to four times the size away
};

// Nothing where corners are farther in front of the planes than a ten-millionth of the size of the body, where the
// triangles go around its middle more than once, or where there are too many to be worth it. The body is one of
// as_solid_triangles() (narrow/classify/as_solid_mesh.h).
std::optional<ConvexFaces> convex_faces(const Posed& solid);

// The faces of a box have the triangles of both diagonals: is this one of the second? The first ones are a closed
// surface, and no corner is off their planes by more than rounding.
inline bool second_diagonal(const ShapeData& shape, std::uint32_t triangle) noexcept {
  return shape.form == ShapeForm::box && triangle % 4 >= 2;
}

// A point of the solid is at most this far from its boundary: the way out through one plane.
inline double most_depth(const ConvexFaces& solid, const HullPlane& plane, Vec3 p) noexcept {
  const double depth = -plane.height(p);
  return depth + (plane.slack + solid.rounding + 0x1p-48 * (depth < 0 ? -depth : depth));
}
// And a point behind all planes by more than their slack is at least this far from it; negative where nothing is known.
double least_depth(const ConvexFaces& solid, Vec3 p) noexcept;

}  // namespace graze
