// The squared distance of two features is a quotient of polynomials of degree 6 and 4 in coordinate differences. Only
// feature pairs whose closest points lie inside both features take part: corners with corners, corners above the inside
// of an edge or a face, lines of edges that are closest inside both edges. Triangles that do not meet are as far apart
// as the least of them; each of them is the distance of two points of the triangles, so none is less.
#include "narrow/triangle/exact_distance.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "math/dyadic3.h"
#include "math/exact.h"
#include "narrow/triangle/flat.h"

namespace graze {
namespace {

using Kind = TriangleFeature::Kind;

struct Corners {
  Vec3 at[3];
  explicit Corners(const Triangle& t) : at{t.a, t.b, t.c} {}
  Vec3 operator[](int index) const { return at[index > 2 ? index - 3 : index]; }
};

constexpr TriangleFeature feature(Kind kind, int index) { return {kind, std::uint8_t(index)}; }

bool inside(const Dyadic& share, const Dyadic& whole) { return share.sign() > 0 && (whole - share).sign() > 0; }

// Two features with closest points inside both: the square of their distance, and what the answer needs of the points.
struct Approach {
  Dyadic numerator, denominator;
  Dyadic share_a[2], share_b[2];  // of the first and second edge vector of the feature, over the denominator
  Dyadic3 direction;              // between the points, either way
};

bool corners(Vec3 p, Vec3 q, Approach& out) {
  out.direction = exact_difference(q, p);
  out.numerator = dot(out.direction, out.direction);
  out.denominator = Dyadic(1);
  return true;
}

bool corner_and_edge(Vec3 p, Vec3 q, Vec3 r, Approach& out, Dyadic& share) {
  const Dyadic3 u = exact_difference(r, q), w = exact_difference(p, q);
  const Dyadic along = dot(w, u), square = dot(u, u);
  if (!inside(along, square)) return false;
  out.numerator = dot(w, w) * square - along * along;
  out.denominator = square;
  share = along;
  out.direction = w * square - u * along;
  return true;
}

bool edges(Vec3 p, Vec3 q, Vec3 r, Vec3 s, Approach& out) {
  const Dyadic3 u = exact_difference(q, p), v = exact_difference(s, r), w = exact_difference(r, p), n = cross(u, v);
  const Dyadic square = dot(n, n);
  if (square.sign() == 0) return false;
  const Dyadic share_a = dot(n, cross(w, v)), share_b = dot(n, cross(w, u));
  if (!inside(share_a, square) || !inside(share_b, square)) return false;
  const Dyadic height = dot(w, n);
  out.numerator = height * height;
  out.denominator = square;
  out.share_a[0] = share_a;
  out.share_b[0] = share_b;
  out.direction = n;
  return true;
}

bool corner_and_face(Vec3 p, const Corners& face, Approach& out, Dyadic share[2]) {
  const Dyadic3 u = exact_difference(face[1], face[0]), v = exact_difference(face[2], face[0]);
  const Dyadic3 w = exact_difference(p, face[0]), n = cross(u, v);
  const Dyadic square = dot(n, n);
  if (square.sign() == 0) return false;
  share[0] = dot(n, cross(w, v));
  share[1] = dot(n, cross(u, w));
  if (share[0].sign() <= 0 || share[1].sign() <= 0 || (square - share[0] - share[1]).sign() <= 0) return false;
  const Dyadic height = dot(w, n);
  out.numerator = height * height;
  out.denominator = square;
  out.direction = n;
  return true;
}

// False when the closest points are not inside both features, or the features are not of a kind that takes part.
bool approach(const Corners& a, TriangleFeature on_a, const Corners& b, TriangleFeature on_b, Approach& out) {
  const int i = on_a.index, j = on_b.index;
  if (on_a.kind == Kind::vertex && on_b.kind == Kind::vertex) return corners(a[i], b[j], out);
  if (on_a.kind == Kind::vertex && on_b.kind == Kind::edge)
    return corner_and_edge(a[i], b[j], b[j + 1], out, out.share_b[0]);
  if (on_a.kind == Kind::edge && on_b.kind == Kind::vertex)
    return corner_and_edge(b[j], a[i], a[i + 1], out, out.share_a[0]);
  if (on_a.kind == Kind::edge && on_b.kind == Kind::edge) return edges(a[i], a[i + 1], b[j], b[j + 1], out);
  if (on_a.kind == Kind::vertex) return corner_and_face(a[i], b, out, out.share_b);
  if (on_b.kind == Kind::vertex) return corner_and_face(b[j], a, out, out.share_a);
  return false;
}

constexpr TriangleFeature features[7] = {feature(Kind::vertex, 0), feature(Kind::vertex, 1), feature(Kind::vertex, 2),
                                         feature(Kind::edge, 0),   feature(Kind::edge, 1),   feature(Kind::edge, 2),
                                         feature(Kind::face, 0)};

// mantissa * 2^exponent, with the mantissa in [1/2, 1): a quotient far beyond the doubles, rounded to 53 bits.
struct Far {
  double mantissa = 0;
  int exponent = 0;
  bool operator<(const Far& other) const {
    return exponent != other.exponent ? exponent < other.exponent : mantissa < other.mantissa;
  }
};

// Neither is negative. Sums of products of a few doubles are 0 or within some thousand binary places of 1, so that a
// few steps of 1000 places lead into the doubles.
Far far_quotient(Dyadic numerator, Dyadic denominator) {
  Far result;
  if (numerator.sign() == 0) return {0, std::numeric_limits<int>::min() / 2};
  double value = quotient(numerator, denominator);
  for (; value < 0x1p-1000; value = quotient(numerator, denominator)) {
    numerator = numerator * Dyadic(0x1p1000);
    result.exponent -= 1000;
  }
  for (; value > std::numeric_limits<double>::max(); value = quotient(numerator, denominator)) {
    denominator = denominator * Dyadic(0x1p1000);
    result.exponent += 1000;
  }
  int more = 0;
  result.mantissa = std::frexp(value, &more);
  result.exponent += more;
  return result;
}

double root(Far square) {
  if (square.exponent % 2 != 0) {
    square.mantissa *= 2;
    --square.exponent;
  }
  return std::ldexp(std::sqrt(square.mantissa), square.exponent / 2);
}

Vec3 weights(TriangleFeature on, const Dyadic share[2], const Dyadic& whole) {
  Vec3 result;
  if (on.kind == Kind::vertex) {
    result[on.index] = 1;
  } else if (on.kind == Kind::edge) {
    result[on.index] = quotient(whole - share[0], whole);
    result[on.index == 2 ? 0 : on.index + 1] = quotient(share[0], whole);
  } else {
    result = {quotient(whole - share[0] - share[1], whole), quotient(share[0], whole), quotient(share[1], whole)};
  }
  return result;
}

// The point p + (q - p) share / whole, each coordinate rounded once.
Vec3 point_between(Vec3 p, Vec3 q, const Dyadic& share, const Dyadic& whole) {
  Vec3 result;
  for (int k = 0; k < 3; ++k) result[k] = quotient(Dyadic(p[k]) * whole + (Dyadic(q[k]) - Dyadic(p[k])) * share, whole);
  return result;
}

bool on_edge(Vec3 point, Vec3 p, Vec3 q) {
  const Vec3 lo = min(p, q), hi = max(p, q);
  for (int k = 0; k < 3; ++k)
    if (point[k] < lo[k] || point[k] > hi[k]) return false;
  return turn(0, p, q, point) == 0 && turn(1, p, q, point) == 0 && turn(2, p, q, point) == 0;
}

// `axis` is the face's projection axis, -1 for a degenerate one, which is all edges.
bool on_face(Vec3 point, const Triangle& face, int axis) {
  return axis >= 0 && segment_meets_triangle({point, point}, face, axis);
}

Vec3 crossing_of_edges(Vec3 p, Vec3 q, Vec3 r, Vec3 s) {
  const Dyadic3 v = exact_difference(s, r), n = cross(exact_difference(q, p), v);
  return point_between(p, q, dot(n, cross(exact_difference(r, p), v)), dot(n, n));
}

Vec3 crossing_of_face(Vec3 p, Vec3 q, const Triangle& t) {
  const Dyadic3 n = cross(exact_difference(t.b, t.a), exact_difference(t.c, t.a));
  return point_between(p, q, dot(n, exact_difference(t.a, p)), dot(n, exact_difference(q, p)));
}

}  // namespace

ExactClosest exact_closest(const Triangle& a, const Triangle& b) noexcept {
  count_exact();
  const Corners corners_a(a), corners_b(b);
  ExactClosest result{};
  Far least;
  bool any = false;
  Approach at;
  for (const TriangleFeature& on_a : features)
    for (const TriangleFeature& on_b : features) {
      if (!approach(corners_a, on_a, corners_b, on_b, at)) continue;
      const Far square = far_quotient(at.numerator, at.denominator);
      if (any && !(square < least)) continue;
      any = true;
      least = square;
      result.feature_a = on_a;
      result.feature_b = on_b;
    }
  approach(corners_a, result.feature_a, corners_b, result.feature_b, at);
  result.distance = root(least);
  result.weight_a = weights(result.feature_a, at.share_a, at.denominator);
  result.weight_b = weights(result.feature_b, at.share_b, at.denominator);
  // All of b lies on the far side of the plane through a's point across the direction; some corner strictly so.
  result.direction = unit_vector(at.direction);
  const Vec3 from = corners_a[result.feature_a.index], to = corners_b[result.feature_b.index];
  if (dot(at.direction, exact_difference(to, from)).sign() < 0) result.direction = -result.direction;
  return result;
}

namespace {

// Is the distance at most the limit, or less than it?
bool within_limit(const Triangle& a, const Triangle& b, const Dyadic& limit, bool less) {
  count_exact();
  if (limit.sign() <= 0) return false;
  const Dyadic square = limit * limit;
  const Corners corners_a(a), corners_b(b);
  Approach at;
  for (const TriangleFeature& on_a : features)
    for (const TriangleFeature& on_b : features)
      if (approach(corners_a, on_a, corners_b, on_b, at) &&
          (at.numerator - square * at.denominator).sign() <= (less ? -1 : 0))
        return true;
  return false;
}

}  // namespace

bool exact_within(const Triangle& a, const Triangle& b, double r, double s, double t) noexcept {
  return within_limit(a, b, Dyadic(r) + Dyadic(s) + Dyadic(t), false);
}

bool exact_nearer(const Triangle& a, const Triangle& b, double r, double s, double t) noexcept {
  return within_limit(a, b, Dyadic(r) + Dyadic(s) + Dyadic(t), true);
}

CommonPoint common_point(const Triangle& a, const Triangle& b) noexcept {
  const Corners p(a), q(b);
  const int axis_a = projection_axis(a), axis_b = projection_axis(b);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (p[i] == q[j]) return {p[i], feature(Kind::vertex, i), feature(Kind::vertex, j)};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      if (on_edge(p[i], q[j], q[j + 1])) return {p[i], feature(Kind::vertex, i), feature(Kind::edge, j)};
      if (on_edge(q[i], p[j], p[j + 1])) return {q[i], feature(Kind::edge, j), feature(Kind::vertex, i)};
    }
  for (int i = 0; i < 3; ++i) {
    if (on_face(p[i], b, axis_b)) return {p[i], feature(Kind::vertex, i), feature(Kind::face, 0)};
    if (on_face(q[i], a, axis_a)) return {q[i], feature(Kind::face, 0), feature(Kind::vertex, i)};
  }
  // No corner is on the other triangle: what meets from here on crosses at one point inside both features.
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (segments_meet({p[i], p[i + 1]}, {q[j], q[j + 1]}))
        return {crossing_of_edges(p[i], p[i + 1], q[j], q[j + 1]), feature(Kind::edge, i), feature(Kind::edge, j)};
  for (int i = 0; i < 3; ++i) {
    if (axis_b >= 0 && segment_meets_triangle({p[i], p[i + 1]}, b, axis_b))
      return {crossing_of_face(p[i], p[i + 1], b), feature(Kind::edge, i), feature(Kind::face, 0)};
    if (axis_a >= 0 && segment_meets_triangle({q[i], q[i + 1]}, a, axis_a))
      return {crossing_of_face(q[i], q[i + 1], a), feature(Kind::face, 0), feature(Kind::edge, i)};
  }
  return {p[0], feature(Kind::vertex, 0), feature(Kind::vertex, 0)};  // they do not meet
}

}  // namespace graze
