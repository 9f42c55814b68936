#include "narrow/triangle/flat.h"

#include <utility>

#include "math/before.h"
#include "math/exact.h"

namespace graze {
namespace {

int first_turning_axis(Vec3 a, Vec3 b, Vec3 c) {
  for (int axis = 0; axis < 3; ++axis)
    if (turn(axis, a, b, c) != 0) return axis;
  return -1;
}

bool boxes_meet(const Segment& a, const Segment& b) {
  return overlap(Box{min(a.p, a.q), max(a.p, a.q)}, Box{min(b.p, b.q), max(b.p, b.q)});
}

// Segments of one plane that the axis does not lie in, with not all four points on a line.
bool coplanar_segments_meet(const Segment& a, const Segment& b, int axis) {
  return turn(axis, a.p, a.q, b.p) * turn(axis, a.p, a.q, b.q) <= 0 &&
         turn(axis, b.p, b.q, a.p) * turn(axis, b.p, b.q, a.q) <= 0 && boxes_meet(a, b);
}

bool in_triangle(Vec3 p, const Triangle& t, int axis) {
  const int ab = turn(axis, t.a, t.b, p), bc = turn(axis, t.b, t.c, p), ca = turn(axis, t.c, t.a, p);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

}  // namespace

int projection_axis(const Triangle& t) noexcept { return first_turning_axis(t.a, t.b, t.c); }

Segment degenerate_segment(const Triangle& t) noexcept {
  Segment s{t.a, t.a};
  for (const Vec3 p : {t.b, t.c}) {
    if (before(p, s.p)) s.p = p;
    if (before(s.q, p)) s.q = p;
  }
  return s;
}

bool segments_meet(const Segment& a, const Segment& b) noexcept {
  if (!boxes_meet(a, b) || side(a.p, a.q, b.p, b.q) != 0) return false;
  int axis = first_turning_axis(a.p, a.q, b.p);
  if (axis < 0) axis = first_turning_axis(a.p, a.q, b.q);
  if (axis < 0) axis = first_turning_axis(b.p, b.q, a.p);
  if (axis < 0) axis = first_turning_axis(b.p, b.q, a.q);
  // On one line, two segments meet when their boxes do.
  return axis < 0 || coplanar_segments_meet(a, b, axis);
}

bool segment_meets_triangle(const Segment& s, const Triangle& t, int axis) noexcept {
  const int p = side(t.a, t.b, t.c, s.p), q = side(t.a, t.b, t.c, s.q);
  if (p * q > 0) return false;
  if (p == 0 && q == 0)
    return in_triangle(s.p, t, axis) || in_triangle(s.q, t, axis) || coplanar_segments_meet(s, {t.a, t.b}, axis) ||
           coplanar_segments_meet(s, {t.b, t.c}, axis) || coplanar_segments_meet(s, {t.c, t.a}, axis);
  const int ab = side(s.p, s.q, t.a, t.b), bc = side(s.p, s.q, t.b, t.c), ca = side(s.p, s.q, t.c, t.a);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

// Compact convex sets of a plane that have no common point are parted, strictly, by a line along an edge of one of
// them.
bool coplanar_triangles_meet(const Triangle& a, const Triangle& b) noexcept {
  const int axis = projection_axis(a);
  const auto parted = [axis](const Triangle& t, const Triangle& other) {
    const int inside = turn(axis, t.a, t.b, t.c);
    const auto beyond = [&](Vec3 p, Vec3 q) {
      return turn(axis, p, q, other.a) == -inside && turn(axis, p, q, other.b) == -inside &&
             turn(axis, p, q, other.c) == -inside;
    };
    return beyond(t.a, t.b) || beyond(t.b, t.c) || beyond(t.c, t.a);
  };
  return !parted(a, b) && !parted(b, a);
}

// Two triangles that are not degenerate meet exactly when an edge of one meets the other: the ends of a common segment
// lie on edges, and of two coplanar ones, one holds an edge of the other or edges cross.
bool triangles_meet_general(const Triangle& a, const Triangle& b) noexcept {
  const int axis_a = projection_axis(a), axis_b = projection_axis(b);
  if (axis_a < 0 && axis_b < 0) return segments_meet(degenerate_segment(a), degenerate_segment(b));
  if (axis_a < 0) return segment_meets_triangle(degenerate_segment(a), b, axis_b);
  if (axis_b < 0) return segment_meets_triangle(degenerate_segment(b), a, axis_a);
  for (const Segment& edge : {Segment{a.a, a.b}, Segment{a.b, a.c}, Segment{a.c, a.a}})
    if (segment_meets_triangle(edge, b, axis_b)) return true;
  for (const Segment& edge : {Segment{b.a, b.b}, Segment{b.b, b.c}, Segment{b.c, b.a}})
    if (segment_meets_triangle(edge, a, axis_a)) return true;
  return false;
}

}  // namespace graze
