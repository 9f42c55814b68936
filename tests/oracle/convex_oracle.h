// Convex sets in many digits. A direction proves a lower bound of a distance and an upper bound of a depth, whoever
// found it; hulls of few points are done by brute force over all their features.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <vector>

#include "convex/support.h"
#include "tests/oracle/distance_oracle.h"

namespace graze::oracle {

// 384 bits: sums of products of a few doubles of ordinary size are exact, roots good to 100 digits.
using Real = mpf_class;
inline Real real(double value) { return Real(value, 384); }

struct Real3 {
  Real x, y, z;
};
inline Real3 real(Vec3 v) { return {real(v.x), real(v.y), real(v.z)}; }
inline Real3 operator-(const Real3& a, const Real3& b) { return {Real(a.x - b.x), Real(a.y - b.y), Real(a.z - b.z)}; }
inline Real3 negative(const Real3& a) { return {Real(-a.x), Real(-a.y), Real(-a.z)}; }
inline Real dot(const Real3& a, const Real3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Real3 cross(const Real3& a, const Real3& b) {
  return {Real(a.y * b.z - a.z * b.y), Real(a.z * b.x - a.x * b.z), Real(a.x * b.y - a.y * b.x)};
}
inline Real length(const Real3& a) { return sqrt(dot(a, a)); }

inline std::vector<Vec3> hull_points(const Support& s) {
  std::vector<Vec3> points;
  for (std::uint32_t i = 0; i < s.count; ++i) points.push_back(s.posed_point(i));
  return points;
}

// The largest d . x over the set, its radius included.
inline Real support_value(const Support& s, const Real3& d) {
  const Real rounded = s.radius > 0 ? Real(real(s.radius) * length(d)) : real(0.0);
  if (s.of_points()) {
    std::optional<Real> most;
    for (const Vec3& p : hull_points(s)) {
      const Real value = dot(d, real(p));
      if (!most || value > *most) most = value;
    }
    return *most + rounded;
  }
  const Mat3& m = s.pose.linear;
  const Real3 l{dot(real(m.c0), d), dot(real(m.c1), d), dot(real(m.c2), d)};
  const Real3 e = real(s.extent);
  Real value = real(0.0);
  if (s.kind == Support::Kind::ellipsoid) {
    value = length({Real(e.x * l.x), Real(e.y * l.y), Real(e.z * l.z)});
  } else {
    const Real rim = e.x * sqrt(Real(l.x * l.x + l.y * l.y)), tip = e.z * l.z;
    if (s.kind == Support::Kind::cylinder) {
      value = rim + abs(tip);
    } else {
      value = rim - tip > tip ? Real(rim - tip) : tip;
    }
  }
  return value + dot(d, real(s.pose.translation)) + rounded;
}

// How far apart the sets are along d, from a to b, times its length. Negative: how far they reach into each other.
inline Real gap_along(const Support& a, const Support& b, const Real3& d) {
  return -support_value(b, negative(d)) - support_value(a, d);
}

// How far outside a curved core a point is, as a part of the core's size; 0 on the boundary, negative inside.
inline double outside(const Support& s, Vec3 point) {
  const Real3 p = real(point) - real(s.pose.translation);
  const Mat3& m = s.pose.linear;
  const Real3 c0 = real(m.c0), c1 = real(m.c1), c2 = real(m.c2);
  const Real determinant = dot(c0, cross(c1, c2));
  const Real3 l{Real(dot(p, cross(c1, c2)) / determinant), Real(dot(p, cross(c2, c0)) / determinant),
                Real(dot(p, cross(c0, c1)) / determinant)};
  const Real3 e = real(s.extent);
  if (s.kind == Support::Kind::ellipsoid)
    return Real(length({Real(l.x / e.x), Real(l.y / e.y), Real(l.z / e.z)}) - 1).get_d();
  const Real across = sqrt(Real(l.x * l.x + l.y * l.y));
  const Real wide = s.kind == Support::Kind::cylinder ? e.x : Real(e.x * (e.z - l.z) / (2 * e.z));
  return std::max(Real((abs(l.z) - e.z) / e.z).get_d(), Real((across - wide) / e.x).get_d());
}

// All triangles between points: among them those of the hull's surface.
inline std::vector<Triangle> all_triangles(const std::vector<Vec3>& p) {
  std::vector<Triangle> result;
  if (p.size() < 3) return {{p.front(), p.back(), p.back()}};
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t k = 0; k < j; ++k) result.push_back({p[i], p[j], p[k]});
  return result;
}

// In one of the tetrahedra between the points, flat ones left aside.
inline bool in_a_tetrahedron(const std::vector<Vec3>& corners, Vec3 at) {
  Unit unit;
  unit.cover(at);
  for (const Vec3& v : corners) unit.cover(v);
  std::vector<Point> p;
  for (const Vec3& v : corners) p.push_back(unit.point(v));
  const Point q = unit.point(at);
  const auto side = [](const Point& a, const Point& b, const Point& c, const Point& d) {
    return sgn(dot(cross(b - a, c - a), d - a));
  };
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t k = 0; k < j; ++k)
        for (std::size_t l = 0; l < k; ++l) {
          const int whole = side(p[i], p[j], p[k], p[l]);
          if (whole != 0 && side(p[i], p[j], p[k], q) * whole >= 0 && side(p[i], p[j], q, p[l]) * whole >= 0 &&
              side(p[i], q, p[k], p[l]) * whole >= 0 && side(q, p[j], p[k], p[l]) * whole >= 0)
            return true;
        }
  return false;
}

// The distance of two hulls of few points; the square is 0 when they meet.
inline Distance hull_distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  Distance result = exact_distance(all_triangles(a), all_triangles(b)).distance;
  if (!result.zero() && (in_a_tetrahedron(b, a.front()) || in_a_tetrahedron(a, b.front()))) result.square.numerator = 0;
  return result;
}

// The depth of two cores of few points that meet, with their radii: the least over the normals of all facets that the
// difference can have.
inline Real hull_depth(const Support& a, const Support& b) {
  std::vector<Real3> edges_a, edges_b, normals;
  const auto gather = [&](const Support& s, std::vector<Real3>& edges) {
    const std::vector<Vec3> p = hull_points(s);
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        edges.push_back(real(p[i]) - real(p[j]));
        for (std::size_t k = 0; k < j; ++k) normals.push_back(cross(real(p[i]) - real(p[k]), real(p[j]) - real(p[k])));
      }
  };
  gather(a, edges_a);
  gather(b, edges_b);
  for (const Real3& e : edges_a)
    for (const Real3& f : edges_b) normals.push_back(cross(e, f));
  std::optional<Real> least;
  for (const Real3& n : normals) {
    const Real size = length(n);
    if (sgn(size) == 0) continue;
    for (const Real3& d : {n, negative(n)}) {
      const Real depth = -gap_along(a, b, d) / size;
      if (!least || depth < *least) least = depth;
    }
  }
  // A difference that is a line or a point has no interior: nothing but the radii is deep.
  return least ? *least : Real(real(a.radius) + real(b.radius));
}

}  // namespace graze::oracle
