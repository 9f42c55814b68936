// The depth of two unions of convex pieces, by enumeration.
//
// The translations that leave two convex pieces common interior are the interior of their Minkowski difference, a
// polytope whose faces have normals among those of the pieces' faces and the cross products of their edges. For unions
// it is the union of these. The depth is the distance from the origin to the nearest point that is in none: there the
// origin is projected onto one face plane, the line of two, or the corner of three, no two of the same polytope (two of
// one polytope bound it from outside, and then one of them alone has a point that is as near). All of them are tried.
// In long double, with a margin; nothing of the library is used but Vec3.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "graze/math.h"

namespace graze::oracle {

// Convex; the faces counter-clockwise from outside.
struct Piece {
  std::vector<Vec3> points;
  std::vector<std::vector<std::uint32_t>> faces;
};

class DepthOracle {
 public:
  DepthOracle(const std::vector<Piece>& moved, const std::vector<Piece>& fixed) {
    for (const Piece& a : moved)
      for (const Piece& b : fixed) add(a, b);
  }

  // 0 when the interiors do not meet by more than the margin.
  double depth() {
    if (free({0, 0, 0})) return 0;
    best_ = std::numeric_limits<long double>::infinity();
    for (const Polytope& p : polytopes_)
      for (const Plane& plane : p) offer(times(plane.n, plane.h));
    const std::size_t count = polytopes_.size();
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = i + 1; j < count; ++j) {
        for (const Plane& p : polytopes_[i])
          for (const Plane& q : polytopes_[j]) offer(p, q);
        for (std::size_t k = j + 1; k < count; ++k)
          for (const Plane& p : polytopes_[i])
            for (const Plane& q : polytopes_[j])
              for (const Plane& r : polytopes_[k]) offer(p, q, r);
      }
    return static_cast<double>(best_);
  }

 private:
  using Point = std::array<long double, 3>;
  struct Plane {
    Point n;  // unit, outward
    long double h;
  };
  using Polytope = std::vector<Plane>;

  static Point point(Vec3 p) { return {p.x, p.y, p.z}; }
  static Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
  static Point plus(const Point& a, const Point& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
  static Point times(const Point& a, long double s) { return {a[0] * s, a[1] * s, a[2] * s}; }
  static long double inner(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
  static Point outer(const Point& a, const Point& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }

  void add(const Piece& a, const Piece& b) {
    std::vector<Point> difference;
    for (const Vec3 p : a.points)
      for (const Vec3 q : b.points) difference.push_back(minus(point(q), point(p)));
    Polytope polytope;
    const auto try_normal = [&](Point n) {
      const long double length = std::sqrt(inner(n, n));
      if (length < 1e-9L) return;
      n = times(n, 1 / length);
      long double h = -std::numeric_limits<long double>::infinity();
      for (const Point& d : difference) h = std::max(h, inner(n, d));
      for (const Plane& plane : polytope)
        if (inner(plane.n, n) > 1 - 1e-15L) return;
      polytope.push_back({n, h});
    };
    for (const Point& n : normals(a)) try_normal(times(n, -1));
    for (const Point& n : normals(b)) try_normal(n);
    for (const Point& e : edges(a))
      for (const Point& f : edges(b)) {
        try_normal(outer(e, f));
        try_normal(outer(f, e));
      }
    polytopes_.push_back(polytope);
  }

  static std::vector<Point> normals(const Piece& piece) {
    std::vector<Point> result;
    for (const auto& face : piece.faces)
      result.push_back(outer(minus(point(piece.points[face[1]]), point(piece.points[face[0]])),
                             minus(point(piece.points[face[2]]), point(piece.points[face[0]]))));
    return result;
  }

  static std::vector<Point> edges(const Piece& piece) {
    std::vector<Point> result;
    for (const auto& face : piece.faces)
      for (std::size_t i = 0; i < face.size(); ++i) {
        const std::uint32_t p = face[i], q = face[(i + 1) % face.size()];
        if (p < q) result.push_back(minus(point(piece.points[q]), point(piece.points[p])));
      }
    return result;
  }

  bool free(const Point& v) const {
    return std::none_of(polytopes_.begin(), polytopes_.end(), [&](const Polytope& polytope) {
      return std::all_of(polytope.begin(), polytope.end(),
                         [&](const Plane& plane) { return inner(plane.n, v) < plane.h - margin; });
    });
  }

  void offer(const Point& v) {
    const long double length = std::sqrt(inner(v, v));
    if (length < best_ && free(v)) best_ = length;
  }

  bool far(const Plane& p) const { return std::fabs(p.h) >= best_; }

  void offer(const Plane& p, const Plane& q) {
    if (far(p) || far(q)) return;
    const long double cosine = inner(p.n, q.n), det = 1 - cosine * cosine;
    if (det < 1e-12L) return;
    offer(plus(times(p.n, (p.h - cosine * q.h) / det), times(q.n, (q.h - cosine * p.h) / det)));
  }

  void offer(const Plane& p, const Plane& q, const Plane& r) {
    if (far(p) || far(q) || far(r)) return;
    const Point qr = outer(q.n, r.n);
    const long double det = inner(p.n, qr);
    if (std::fabs(det) < 1e-9L) return;
    offer(times(plus(plus(times(qr, p.h), times(outer(r.n, p.n), q.h)), times(outer(p.n, q.n), r.h)), 1 / det));
  }

  static constexpr long double margin = 1e-14L;

  std::vector<Polytope> polytopes_;
  long double best_ = 0;
};

}  // namespace graze::oracle
