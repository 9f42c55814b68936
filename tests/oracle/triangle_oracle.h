// Closed triangles in exact arithmetic, by clipping.
//
// A triangle, also one that is only a segment or a point, is the set where some linear functions are 0 and others are
// not negative. Restricted to a line p + s d each of them is linear in s, so the part of the line inside the triangle
// is an interval of s whose ends are quotients. Two compact convex sets in space of dimension at most 2 meet exactly
// when an edge of one meets the other: an extreme point of the common set lies on an edge of one of them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "graze/shape.h"
#include "tests/oracle/rational.h"

namespace graze::oracle {

// normal . x - offset
struct Linear {
  Point normal;
  Integer offset;

  static Linear through(Point normal, const Point& p) {
    Integer offset = dot(normal, p);
    return {std::move(normal), std::move(offset)};
  }
  Integer at(const Point& p) const { return dot(normal, p) - offset; }
};

// numerator / denominator, denominator > 0, not reduced.
struct Quotient {
  Integer numerator, denominator{1};
};
inline bool less(const Quotient& a, const Quotient& b) {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

// The closed interval of s that is left after clipping.
class Clip {
 public:
  Clip(Quotient lo, Quotient hi) : lo_(std::move(lo)), hi_(std::move(hi)) { empty_ = less(hi_, lo_); }

  // Keeps the s with start + s * slope = 0.
  void keep_zero(const Integer& start, const Integer& slope) {
    if (sgn(slope) == 0) {
      empty_ = empty_ || sgn(start) != 0;
      return;
    }
    const Quotient root = zero_of(start, slope);
    raise(root);
    lower(root);
  }
  // Keeps the s with start + s * slope >= 0.
  void keep_positive(const Integer& start, const Integer& slope) {
    if (sgn(slope) == 0) {
      empty_ = empty_ || sgn(start) < 0;
    } else if (sgn(slope) > 0) {
      raise(zero_of(start, slope));
    } else {
      lower(zero_of(start, slope));
    }
  }

  bool empty() const { return empty_; }
  const Quotient& lo() const { return lo_; }
  const Quotient& hi() const { return hi_; }

 private:
  static Quotient zero_of(const Integer& start, const Integer& slope) {
    if (sgn(slope) > 0) return {-start, slope};
    return {start, -slope};
  }
  void raise(const Quotient& bound) {
    if (less(lo_, bound)) lo_ = bound;
    empty_ = empty_ || less(hi_, lo_);
  }
  void lower(const Quotient& bound) {
    if (less(bound, hi_)) hi_ = bound;
    empty_ = empty_ || less(hi_, lo_);
  }

  Quotient lo_, hi_;
  bool empty_ = false;
};

// The hull of three points as linear conditions.
struct Flat {
  std::vector<Linear> zero, positive;
  Point normal;  // (q - p) x (r - p); 0 when degenerate

  static Flat of(const Point& p, const Point& q, const Point& r) {
    Flat flat;
    flat.normal = cross(q - p, r - p);
    if (!is_zero(flat.normal)) {
      flat.zero.push_back(Linear::through(flat.normal, p));
      flat.positive.push_back(Linear::through(cross(flat.normal, q - p), p));
      flat.positive.push_back(Linear::through(cross(flat.normal, r - q), q));
      flat.positive.push_back(Linear::through(cross(flat.normal, p - r), r));
      return flat;
    }
    Point along = q - p;
    if (is_zero(along)) along = r - p;
    if (is_zero(along)) {
      for (const Point& axis : {Point{1, 0, 0}, Point{0, 1, 0}, Point{0, 0, 1}})
        flat.zero.push_back(Linear::through(axis, p));
      return flat;
    }
    const Point* first = &p;
    const Point* last = &p;
    for (const Point* corner : {&q, &r}) {
      if (dot(along, *corner) < dot(along, *first)) first = corner;
      if (dot(along, *corner) > dot(along, *last)) last = corner;
    }
    // along x (x - p) = 0, one row at a time.
    flat.zero.push_back(Linear::through({0, -along.z, along.y}, p));
    flat.zero.push_back(Linear::through({along.z, 0, -along.x}, p));
    flat.zero.push_back(Linear::through({-along.y, along.x, 0}, p));
    flat.positive.push_back(Linear::through(along, *first));
    flat.positive.push_back(Linear::through({-along.x, -along.y, -along.z}, *last));
    return flat;
  }
};

namespace detail {

inline bool edge_meets(const std::array<Point, 3>& corners, const Flat& flat) {
  std::array<std::array<Integer, 3>, 3> zero, positive;
  const std::size_t zeros = flat.zero.size(), positives = flat.positive.size();
  for (std::size_t i = 0; i < zeros; ++i) {
    for (std::size_t k = 0; k < 3; ++k) zero[i][k] = flat.zero[i].at(corners[k]);
    // All corners strictly on one side: no edge comes back.
    const int side = sgn(zero[i][0]);
    if (side != 0 && side == sgn(zero[i][1]) && side == sgn(zero[i][2])) return false;
  }
  for (std::size_t i = 0; i < positives; ++i)
    for (std::size_t k = 0; k < 3; ++k) positive[i][k] = flat.positive[i].at(corners[k]);
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t next = (k + 1) % 3;
    Clip clip({0, 1}, {1, 1});
    for (std::size_t i = 0; i < zeros && !clip.empty(); ++i) clip.keep_zero(zero[i][k], zero[i][next] - zero[i][k]);
    for (std::size_t i = 0; i < positives && !clip.empty(); ++i)
      clip.keep_positive(positive[i][k], positive[i][next] - positive[i][k]);
    if (!clip.empty()) return true;
  }
  return false;
}

}  // namespace detail

// Do the closed triangles have a common point?
inline bool meet(const Triangle& a, const Triangle& b) {
  Unit unit;
  for (Vec3 p : {a.a, a.b, a.c, b.a, b.b, b.c}) unit.cover(p);
  const std::array<Point, 3> corners_a{unit.point(a.a), unit.point(a.b), unit.point(a.c)};
  const std::array<Point, 3> corners_b{unit.point(b.a), unit.point(b.b), unit.point(b.c)};
  return detail::edge_meets(corners_a, Flat::of(corners_b[0], corners_b[1], corners_b[2])) ||
         detail::edge_meets(corners_b, Flat::of(corners_a[0], corners_a[1], corners_a[2]));
}

}  // namespace graze::oracle
