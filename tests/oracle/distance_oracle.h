// The distance of closed triangles in exact arithmetic: the least over all pairs of features, and a proof that it is.
//
// A triangle is a convex set, so two points are the closest of two triangles exactly when the planes through them
// across their difference n keep the triangles apart: n.x >= n.q for all corners of b and n.x <= n.p for all corners of
// a. That check (`proven`) knows nothing of features, and must hold for every answer.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graze/shape.h"
#include "tests/oracle/triangle_oracle.h"

namespace graze::oracle {

// numerator / denominator in each coordinate, denominator > 0.
struct Ratio3 {
  Point numerator;
  Integer denominator{1};
};

// Lengths in units of 2^exponent.
struct Distance {
  Quotient square;
  Ratio3 point_a, point_b;
  int exponent = 0;

  // Compares the true distance with a double >= 0: -1 when it is less.
  int compare(const Rational& length) const {
    Rational other = length * length;
    if (exponent >= 0) {
      mpq_div_2exp(other.get_mpq_t(), other.get_mpq_t(), static_cast<mp_bitcnt_t>(2 * exponent));
    } else {
      mpq_mul_2exp(other.get_mpq_t(), other.get_mpq_t(), static_cast<mp_bitcnt_t>(-2 * exponent));
    }
    return cmp(Integer(square.numerator * other.get_den()), Integer(other.get_num() * square.denominator));
  }
  bool zero() const { return sgn(square.numerator) == 0; }
  // numerator of point_b - point_a, over the product of the denominators.
  Point difference() const {
    const auto scaled = [](const Point& p, const Integer& factor) {
      return Point{p.x * factor, p.y * factor, p.z * factor};
    };
    return scaled(point_b.numerator, point_a.denominator) - scaled(point_a.numerator, point_b.denominator);
  }
};

namespace detail {

inline Point scaled(const Point& p, const Integer& factor) { return {p.x * factor, p.y * factor, p.z * factor}; }
inline Point operator+(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

// p + (q - p) share / whole
inline Ratio3 between(const Point& p, const Point& q, const Integer& share, const Integer& whole) {
  return {scaled(p, whole) + scaled(q - p, share), whole};
}

struct LeastDistance {
  std::optional<Distance> best;

  void offer(const Ratio3& p, const Ratio3& q) {
    Distance found;
    found.point_a = p;
    found.point_b = q;
    const Point r = found.difference();
    const Integer both = p.denominator * q.denominator;
    found.square = {dot(r, r), both * both};
    if (!best || less(found.square, best->square)) best = found;
  }
};

// The point of the segment closest to p.
inline Ratio3 closest_on(const Point& from, const Point& to, const Point& p) {
  const Point u = to - from;
  const Integer share = dot(p - from, u), whole = dot(u, u);
  if (sgn(share) <= 0) return {from, 1};
  if (share >= whole) return {to, 1};
  return between(from, to, share, whole);
}

// The foot of p in the triangle, if it is inside.
inline std::optional<Ratio3> foot(const std::array<Point, 3>& t, const Point& p) {
  const Point u = t[1] - t[0], v = t[2] - t[0], w = p - t[0], n = cross(u, v);
  const Integer whole = dot(n, n), s = dot(n, cross(w, v)), r = dot(n, cross(u, w));
  if (sgn(whole) == 0 || sgn(s) < 0 || sgn(r) < 0 || s + r > whole) return std::nullopt;
  return Ratio3{scaled(t[0], whole) + (scaled(u, s) + scaled(v, r)), whole};
}

}  // namespace detail

inline Distance exact_distance(const Triangle& a, const Triangle& b) {
  using namespace detail;
  Unit unit;
  for (Vec3 p : {a.a, a.b, a.c, b.a, b.b, b.c}) unit.cover(p);
  const std::array<Point, 3> p{unit.point(a.a), unit.point(a.b), unit.point(a.c)};
  const std::array<Point, 3> q{unit.point(b.a), unit.point(b.b), unit.point(b.c)};
  LeastDistance least;
  const auto edge_crosses = [](const Point& from, const Point& to, const std::array<Point, 3>& t) {
    const Point n = cross(t[1] - t[0], t[2] - t[0]);
    const Integer height = dot(n, t[0] - from), rise = dot(n, to - from);
    std::optional<Ratio3> result;
    if (sgn(rise) == 0) return result;
    const Integer share = sgn(rise) > 0 ? height : Integer(-height), whole = abs(rise);
    if (sgn(share) < 0 || share > whole) return result;
    Ratio3 at = between(from, to, share, whole);
    // Inside: the same triangle, blown up so that the point has integer coordinates.
    const std::array<Point, 3> blown{scaled(t[0], whole), scaled(t[1], whole), scaled(t[2], whole)};
    if (foot(blown, at.numerator)) result = at;
    return result;
  };
  for (std::size_t i = 0; i < 3; ++i) {
    const Point &from = p[i], &to = p[(i + 1) % 3];
    for (std::size_t j = 0; j < 3; ++j) {
      const Point &start = q[j], &end = q[(j + 1) % 3];
      least.offer({from, 1}, closest_on(start, end, from));
      least.offer(closest_on(from, to, start), {start, 1});
      const Point u = to - from, v = end - start, w = start - from, n = cross(u, v);
      const Integer whole = dot(n, n), s = dot(n, cross(w, v)), t = dot(n, cross(w, u));
      if (sgn(whole) == 0 || sgn(s) < 0 || s > whole || sgn(t) < 0 || t > whole) continue;
      least.offer(between(from, to, s, whole), between(start, end, t, whole));
    }
    if (const auto at = foot(q, from)) least.offer({from, 1}, *at);
    if (const auto at = foot(p, q[i])) least.offer(*at, {q[i], 1});
    if (const auto at = edge_crosses(from, to, q)) least.offer(*at, *at);
    if (const auto at = edge_crosses(q[i], q[(i + 1) % 3], p)) least.offer(*at, *at);
  }
  least.best->exponent = unit.exponent();
  return *least.best;
}

// Is the answer the distance of these triangles, by separating planes?
inline bool proven(const Distance& d, const Triangle& a, const Triangle& b) {
  Unit unit;
  for (Vec3 p : {a.a, a.b, a.c, b.a, b.b, b.c}) unit.cover(p);
  if (unit.exponent() != d.exponent) return false;
  const Point n = d.difference();
  const Integer whole = d.point_a.denominator * d.point_b.denominator;
  if (dot(n, n) * d.square.denominator != d.square.numerator * whole * whole) return false;
  const Integer low = dot(n, d.point_b.numerator), high = dot(n, d.point_a.numerator);
  for (Vec3 p : {b.a, b.b, b.c})
    if (dot(n, unit.point(p)) * d.point_b.denominator < low) return false;
  for (Vec3 p : {a.a, a.b, a.c})
    if (dot(n, unit.point(p)) * d.point_a.denominator > high) return false;
  return sgn(d.square.numerator) != 0 || meet(a, b);
}

// The least distance of any two triangles of two sets, which two, and how far. Of equal ones the first (i, then j).
struct SetDistance {
  std::size_t a = 0, b = 0;
  Distance distance;
};

inline SetDistance exact_distance(std::span<const Triangle> a, std::span<const Triangle> b) {
  // Boxes first: a squared distance of boxes in double, less 2^-48 of itself, is below the true one.
  const auto box_of = [](const Triangle& t) { return merge(merge(merge(Box{}, t.a), t.b), t.c); };
  struct Candidate {
    double least;
    std::size_t a, b;
  };
  std::vector<Box> boxes_b;
  for (const Triangle& t : b) boxes_b.push_back(box_of(t));
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Box box = box_of(a[i]);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Vec3 gap = max(Vec3{}, max(box.lo - boxes_b[j].hi, boxes_b[j].lo - box.hi));
      candidates.push_back({std::hypot(gap.x, gap.y, gap.z) * (1 - 0x1p-48), i, j});
    }
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& x, const Candidate& y) {
    return x.least != y.least ? x.least < y.least : x.a != y.a ? x.a < y.a : x.b < y.b;
  });
  std::optional<SetDistance> best;
  const auto square = [](const Distance& d) {
    Rational value(d.square.numerator, d.square.denominator);
    value.canonicalize();
    if (d.exponent >= 0) {
      mpq_mul_2exp(value.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(2 * d.exponent));
    } else {
      mpq_div_2exp(value.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(-2 * d.exponent));
    }
    return value;
  };
  Rational least;
  for (const Candidate& c : candidates) {
    if (best && std::isfinite(c.least) && best->distance.compare(exact(c.least)) < 0) break;
    Distance found = exact_distance(a[c.a], b[c.b]);
    const Rational value = square(found);
    const bool first = best && value == least && std::pair(c.a, c.b) < std::pair(best->a, best->b);
    if (!best || value < least || first) {
      best = SetDistance{c.a, c.b, std::move(found)};
      least = value;
    }
  }
  return *best;
}

}  // namespace graze::oracle
