// The first contact of two triangles of which one turns about an axis and the other stands, exactly.
//
// With the axis u as given and r = tan(angle / 2) / |u|, the turn is that of the quaternion (1, r u): with w = 1 + r^2
// u.u, w R y = y + 2 r u x y + r^2 (2 u (u.y) - (u.u) y). What decides about a vertex and a face, or two edges, is
// linear in the turned vectors, because the product of two of them is their product, turned; so it is a quadratic in r
// after a factor w, and nothing is rounded. Near half a turn, where r is large, the body is first turned by half a
// turn, which is exact too but for a factor u.u.
//
// Times are not exact: r at a time is known to within 2^-46 of itself or of 1 / |u|.
#pragma once

#include "motion/exact_ccd.h"
#include "motion/path.h"

namespace graze {

struct TurnedContact {
  bool known = false;  // false: paths of another kind, or numbers too extreme
  bool hit = false;    // in the span of time; then the first contact is between lo and hi
  double lo = 0, hi = 0;
};

// World corners at the start. `axis` is that of the turning motion as given, not made unit.
TurnedContact exact_turned_contact(const Triangle& turning, const Path& path, Vec3 axis, const Triangle& standing,
                                   double from, double to);

}  // namespace graze
