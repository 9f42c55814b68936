// The interval test of Guigue and Devillers on exact signs.
//
// Triangles in different planes can only meet on the line common to both planes. Each triangle that reaches the other's
// plane covers an interval of that line, bounded by the two edges at its lone corner: the one that has the other two on
// the opposite closed side. Two orientation signs of edge against edge order the interval ends. A sign of 0 there means
// that the two lines meet on the common line, so the closed intervals touch.
#include "narrow/triangle/triangle_triangle.h"

#include <utility>

#include "math/exact.h"
#include "narrow/triangle/flat.h"

namespace graze {
namespace {

struct Sides {
  int a, b, c;
  bool apart() const { return a == b && b == c && a != 0; }
  bool zero() const { return (a | b | c) == 0; }
};

int plane_side(const PlaneFilter& plane, const Triangle& t, Vec3 p) {
  const int sign = filtered_side(plane, p - plane.origin);
  return sign != 0 ? sign : exact_det3({t.b, t.a}, {t.c, t.a}, {p, t.a});
}

// Sides of the corners of `t` to the plane of `other`; all 0 when `other` is degenerate.
Sides sides(const Triangle& t, const Triangle& other) {
  const PlaneFilter plane(other.a, other.b, other.c);
  return {plane_side(plane, other, t.a), plane_side(plane, other, t.b), plane_side(plane, other, t.c)};
}

// Turns t so that corner a is alone on its closed side; returns the side that a is on (or the others' opposite, when a
// is in the plane). No edge from a lies in the plane.
int turn_to_lone_corner(Triangle& t, const Sides& s) {
  const auto lone = [](int x, int y, int z) {
    // x alone: y and z on one closed side, x on the other, and not both ends of an edge from x in the plane.
    return x != 0 ? (y != x && z != x) : (y == z);
  };
  if (lone(s.a, s.b, s.c)) return s.a != 0 ? s.a : -s.b;
  if (lone(s.b, s.c, s.a)) {
    t = {t.b, t.c, t.a};
    return s.b != 0 ? s.b : -s.c;
  }
  t = {t.c, t.a, t.b};
  return s.c != 0 ? s.c : -s.a;
}

}  // namespace

bool triangles_meet(const Triangle& first, const Triangle& second) noexcept {
  const Sides sides_a = sides(first, second);
  if (sides_a.apart()) return false;
  const Sides sides_b = sides(second, first);
  if (sides_b.apart()) return false;
  if (sides_a.zero() && sides_b.zero() && projection_axis(first) >= 0 && projection_axis(second) >= 0)
    return coplanar_triangles_meet(first, second);
  if (sides_a.zero() || sides_b.zero()) return triangles_meet_general(first, second);

  Triangle a = first, b = second;
  const int side_a = turn_to_lone_corner(a, sides_a), side_b = turn_to_lone_corner(b, sides_b);
  // Make both lone corners lie on the positive side of the other's plane: turning a triangle over flips its plane.
  if (side_a < 0) std::swap(b.b, b.c);
  if (side_b < 0) std::swap(a.b, a.c);
  return side(a.a, a.b, b.a, b.b) <= 0 && side(a.a, a.c, b.c, b.a) <= 0;
}

}  // namespace graze
