// Boxes and convex shapes whose posed corners rounding may have moved through each other.
//
// Both are the hull of their posed corners, whatever that is: a body, a polygon, a segment or a point. While the posed
// body is thick for what rounding does to a corner, its faces keep their sides, and what is known of the shape in its
// own frame holds of the posed one. Else the corners must be asked.
#pragma once

#include "graze/query.h"
#include "shape/data.h"

namespace graze {

// May rounding have changed more than the last digits of a box's faces? A box that does not collapse has the 24 posed
// triangles of shape/primitive.cpp as that file says. False for a pose that is not finite.
bool box_collapses(const ShapeData& box, const Pose& pose) noexcept;
// The same of a convex shape: facets that are nearly in one plane may fold over by a last digit either way.
bool convex_collapses(const ShapeData& convex, const Pose& pose) noexcept;

// Of a body of any kind that is no empty handle.
inline bool collapses(const Body& body) noexcept {
  const ShapeData& shape = data_of(body.shape);
  if (shape.form == ShapeForm::box) return box_collapses(shape, body.pose);
  return shape.is_hull() && convex_collapses(shape, body.pose);
}

// A box or convex shape, with its margin, as the hull of its posed corners in triangles: a solid mesh, a flat mesh, a
// segment or a point; bit for bit the posed corners. Its pose moves nothing but a point.
Body hull_as_triangles(const Body& body);

// The posed corners must be finite.
struct Polytope;
Polytope posed_hull(const ShapeData& shape, const Pose& pose);

}  // namespace graze
