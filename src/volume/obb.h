// An oriented box in float that holds a set of points given in double.
#pragma once

#include <span>

#include "graze/math.h"

namespace graze {

// The points centre + sum a_k axis_k with |a_k| <= half_k. The axes are unit and perpendicular to float rounding; half
// is large enough that the box as written holds the points.
struct Obb {
  float axis[3][3];
  float centre[3];
  float half[3];

  float half_area() const { return half[0] * half[1] + half[1] * half[2] + half[2] * half[0]; }
};

// A box of small area around the corners of the triangles, of those along the principal axes of the surface, along the
// coordinate axes, and turned about the mean normal (where normals cancel: the thinnest principal
// axis).
Obb fit_obb(std::span<const Triangle> triangles) noexcept;
// A box around both, along the axes of the one that gives the smaller area.
Obb merge_obb(const Obb& a, const Obb& b) noexcept;

// Unit principal axes of the surface, weighted by area (Gottschalk), in no order.
Mat3 principal_axes(std::span<const Triangle> triangles) noexcept;

}  // namespace graze
