#include "narrow/contact/crossing.h"

#include <cmath>

#include "math/double_double.h"
#include "math/exact.h"
#include "math/norms.h"

namespace graze {
namespace {

// A determinant in double and a bound of its error, by the filter of math/exact.h.
struct Determinant {
  double value, bound;
  bool sure() const { return std::fabs(value) > bound; }
};
[[gnu::always_inline]] inline Determinant determinant(Vec3 u, Vec3 v, Vec3 w) {
  const Vec3 left{v.y * w.z, v.z * w.x, v.x * w.y}, right{v.z * w.y, v.x * w.z, v.y * w.x};
  const Vec3 tiny{filter::tiny_minor, filter::tiny_minor, filter::tiny_minor};
  return {dot(u, left - right), dot(abs(u), (abs(left) + abs(right)) + tiny) * filter::bound3 + filter::tiny_total};
}

struct DoubleDouble3 {
  DoubleDouble x, y, z;
};
DoubleDouble difference(double a, double b) { return two_sum(a, -b); }  // exactly
DoubleDouble3 difference(Vec3 a, Vec3 b) { return {difference(a.x, b.x), difference(a.y, b.y), difference(a.z, b.z)}; }
DoubleDouble dot(const DoubleDouble3& a, const DoubleDouble3& b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
DoubleDouble3 cross(const DoubleDouble3& a, const DoubleDouble3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Where the line through p and q comes through the plane of t, each coordinate rounded to nearest, as exact arithmetic
// has it; false where pairs of doubles do not tell how to round. `bounds` is the sum of the filter's bounds of the two
// heights, whose signs are sure and differ.
//
// A sum or product of pairs is off by less than 2^-102 of the magnitudes (math/double_double.h), a component of the
// normal by less than 2^-100 and a height by less than 2^-99 of the sum of the magnitudes of its six products, which is
// below 2^51 times the filter's bound (filter::bound3 is above 2^-51): 2^-48 of `bounds` for both heights h and k. The
// part of the segment is s = h / (h - k). As h and k have different signs it is off by no more than that over |h - k|,
// and by 2^-100 for the quotient, whose second digit is found from a remainder that is off by 2^-101 of h. A coordinate
// is off by |q - p| times that and by 2^-100 of |p| + |q - p|. All of that is taken four times. Products below 2^-960
// lose digits, which in the range of sizes below is less than 2^-270 of s. Of a coordinate they lose less than 2^-1000
// where it changes at all, and as much is lost where the error itself is that small.
bool refined_crossing(Vec3 p, Vec3 q, const Triangle& t, double bounds, Vec3& point) {
  const DoubleDouble3 normal = cross(difference(t.b, t.a), difference(t.c, t.a));
  const DoubleDouble h = dot(normal, difference(p, t.a)), k = dot(normal, difference(q, t.a)), apart = h - k;
  const double size = std::fabs(apart.hi);
  if (!(size > 0x1p-600 && bounds < 0x1p40 * size && largest(p) < 0x1p150 && largest(q) < 0x1p150 &&
        largest(t) < 0x1p150))
    return false;
  const double first = h.hi / apart.hi;
  const DoubleDouble rest = h - apart * DoubleDouble{first, 0};
  const DoubleDouble share = two_sum(first, rest.hi / apart.hi);
  const double off = 0x1p-46 * bounds / size + 0x1p-97;
  const auto rounded = [&](double from, double to, double& result) {
    const DoubleDouble way = difference(to, from), at = DoubleDouble{from, 0} + way * share;
    const double error = std::fabs(way.hi) * off + 0x1p-97 * std::fabs(from) + (way.hi != 0 ? 0x1p-1000 : 0);
    result = at.hi;
    return at.hi + (at.lo + error) == at.hi && at.hi + (at.lo - error) == at.hi;
  };
  return rounded(p.x, q.x, point.x) && rounded(p.y, q.y, point.y) && rounded(p.z, q.z, point.z);
}

}  // namespace

// A segment and a triangle, as far as doubles tell. Where they cross at one point between the ends and inside of all
// edges, that point. Of heights h and k over the triangle's plane, with errors d and e, the part of the segment
// h / (h - k) is off by at most (d + e) / |h - k|: times the segment's length that is how far the point is off, besides
// its own rounding. Where that is too much the point is the exact one, rounded to nearest.
Crossing plain_crossing(Vec3 p, Vec3 q, const Triangle& t, double exact_to, Vec3& point) noexcept {
  // The line passes the edges on one side, or beside the triangle. Of most segments that is plain from two of them.
  const Vec3 way = q - p, a = t.a - p, b = t.b - p, c = t.c - p;
  const auto differ = [](const Determinant& x, const Determinant& y) {
    return x.sure() && y.sure() && (x.value > 0) != (y.value > 0);
  };
  const Determinant ab = determinant(way, a, b), bc = determinant(way, b, c);
  if (differ(ab, bc)) return Crossing::none;
  const Determinant ca = determinant(way, c, a);
  if (differ(ca, ab) || differ(ca, bc)) return Crossing::none;
  const Vec3 u = t.b - t.a, v = t.c - t.a;
  const Determinant at_p = determinant(u, v, p - t.a), at_q = determinant(u, v, q - t.a);
  if (!at_p.sure() || !at_q.sure()) return Crossing::unknown;
  if ((at_p.value > 0) == (at_q.value > 0)) return Crossing::none;
  const bool sure = ab.sure() && bc.sure() && ca.sure();
  if (!sure) return Crossing::unknown;
  const double apart = at_p.value - at_q.value, bounds = at_p.bound + at_q.bound;
  if (!(bounds * length(way) <= exact_to * std::fabs(apart)))
    return refined_crossing(p, q, t, bounds, point) ? Crossing::plain : Crossing::unknown;
  point = p + way * (at_p.value / apart);
  return Crossing::plain;
}

}  // namespace graze
