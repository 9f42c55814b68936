#include "narrow/contact/crossing.h"

#include <cmath>

#include "math/exact.h"

namespace graze {
namespace {

// A determinant in double and a bound of its error, by the filter of math/exact.h.
struct Determinant {
  double value, bound;
  bool sure() const { return std::fabs(value) > bound; }
};
Determinant determinant(Vec3 u, Vec3 v, Vec3 w) {
  const Vec3 left{v.y * w.z, v.z * w.x, v.x * w.y}, right{v.z * w.y, v.x * w.z, v.y * w.x};
  const Vec3 tiny{filter::tiny_minor, filter::tiny_minor, filter::tiny_minor};
  return {dot(u, left - right), dot(abs(u), (abs(left) + abs(right)) + tiny) * filter::bound3 + filter::tiny_total};
}

}  // namespace

// A segment and a triangle, as far as doubles tell. Where they cross at one point between the ends and inside of all
// edges, that point. Of heights h and k over the triangle's plane, with errors d and e, the part of the segment
// h / (h - k) is off by at most (d + e) / |h - k|: times the segment's length that is how far the point is off, besides
// its own rounding.
Crossing plain_crossing(Vec3 p, Vec3 q, const Triangle& t, double exact_to, Vec3& point) noexcept {
  const Vec3 u = t.b - t.a, v = t.c - t.a;
  const Determinant at_p = determinant(u, v, p - t.a), at_q = determinant(u, v, q - t.a);
  if (!at_p.sure() || !at_q.sure()) return Crossing::unknown;
  if ((at_p.value > 0) == (at_q.value > 0)) return Crossing::none;
  const Vec3 way = q - p, a = t.a - p, b = t.b - p, c = t.c - p;
  const Determinant ab = determinant(way, a, b), bc = determinant(way, b, c), ca = determinant(way, c, a);
  const bool sure = ab.sure() && bc.sure() && ca.sure();
  const int above = int(ab.value > 0) + int(bc.value > 0) + int(ca.value > 0);
  if (sure && above != 0 && above != 3) return Crossing::none;
  const double apart = at_p.value - at_q.value;
  if (!sure || !((at_p.bound + at_q.bound) * length(way) <= exact_to * std::fabs(apart))) return Crossing::unknown;
  point = p + way * (at_p.value / apart);
  return Crossing::plain;
}

}  // namespace graze
