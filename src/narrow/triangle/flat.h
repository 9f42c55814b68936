// Exact tests between points, segments and triangles that lie in one plane, or may be degenerate: the rare cases behind
// the triangle and ray tests. Every set is closed; a segment may be a point.
#pragma once

#include "graze/shape.h"

namespace graze {

// An axis along which the triangle's projection keeps its area, or -1 for a degenerate triangle.
GRAZE_API int projection_axis(const Triangle& t) noexcept;

struct Segment {
  Vec3 p, q;
};
// The segment (or point, p = q) that a degenerate triangle is.
Segment degenerate_segment(const Triangle& t) noexcept;

bool segments_meet(const Segment& a, const Segment& b) noexcept;
// `axis` is the triangle's projection axis; the triangle is not degenerate.
bool segment_meets_triangle(const Segment& s, const Triangle& t, int axis) noexcept;

// Two triangles in one plane, neither degenerate.
bool coplanar_triangles_meet(const Triangle& a, const Triangle& b) noexcept;
// Any triangles; the slow and general way.
bool triangles_meet_general(const Triangle& a, const Triangle& b) noexcept;

}  // namespace graze
