// Unions of hulls of few points, of any dimension, in rationals: do they meet, have they common interior, is one a part
// of the other? By linear programs and by cutting, with nothing of the engine's geometry.
#pragma once

#include <cstddef>
#include <vector>

#include "graze/solid.h"
#include "tests/oracle/solid_oracle.h"

namespace graze::oracle {

// Points of a hull: not empty, some may be within the hull of the others.
using HullPoints = std::vector<RationalPoint>;
using HullUnion = std::vector<HullPoints>;

inline bool equal(const RationalPoint& a, const RationalPoint& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline bool zero(const RationalPoint& a) { return sgn(a.x) == 0 && sgn(a.y) == 0 && sgn(a.z) == 0; }

inline HullPoints hull_of(const std::vector<Vec3>& points) {
  HullPoints result;
  for (const Vec3& p : points) {
    const RationalPoint q{exact(p.x), exact(p.y), exact(p.z)};
    bool known = false;
    for (const RationalPoint& other : result) known = known || equal(q, other);
    if (!known) result.push_back(q);
  }
  return result;
}

// Is there an x >= 0 with the sum of x[j] columns[j] equal to the right side? The simplex method with Bland's rule,
// which ends, on one artificial variable a row.
inline bool feasible(std::vector<std::vector<Rational>> columns, std::vector<Rational> right) {
  const std::size_t rows = right.size(), count = columns.size();
  for (std::size_t i = 0; i < rows; ++i)
    if (sgn(right[i]) < 0) {
      right[i] = -right[i];
      for (std::vector<Rational>& column : columns) column[i] = -column[i];
    }
  std::vector<std::size_t> basis(rows);
  for (std::size_t i = 0; i < rows; ++i) basis[i] = count + i;
  // The cost is the sum of the artificial variables: a column lowers it by the sum of its numbers in their rows.
  for (;;) {
    Rational cost = 0;
    for (std::size_t i = 0; i < rows; ++i)
      if (basis[i] >= count) cost += right[i];
    if (sgn(cost) == 0) return true;
    std::size_t entering = count;
    for (std::size_t j = 0; j < count && entering == count; ++j) {
      Rational gain = 0;
      for (std::size_t i = 0; i < rows; ++i)
        if (basis[i] >= count) gain += columns[j][i];
      if (sgn(gain) > 0) entering = j;
    }
    if (entering == count) return false;
    std::size_t leaving = rows;
    Rational least;
    for (std::size_t i = 0; i < rows; ++i) {
      if (sgn(columns[entering][i]) <= 0) continue;
      const Rational ratio = right[i] / columns[entering][i];
      if (leaving == rows || ratio < least || (ratio == least && basis[i] < basis[leaving])) {
        leaving = i;
        least = ratio;
      }
    }
    if (leaving == rows) return false;  // cannot be: the cost is bounded
    const Rational pivot = columns[entering][leaving];
    for (std::vector<Rational>& column : columns) column[leaving] /= pivot;
    right[leaving] /= pivot;
    const std::vector<Rational> factors = columns[entering];
    for (std::size_t i = 0; i < rows; ++i) {
      if (i == leaving || sgn(factors[i]) == 0) continue;
      for (std::vector<Rational>& column : columns) column[i] -= factors[i] * column[leaving];
      right[i] -= factors[i] * right[leaving];
    }
    basis[leaving] = entering;
  }
}

// A common point, as a mean of the one's points and of the other's, every weight at least `least` (0 or 1, when the sum
// of the weights is free: then it is inside of both as far as they have a dimension).
inline bool common_mean(const HullPoints& a, const HullPoints& b, int least) {
  std::vector<std::vector<Rational>> columns;
  std::vector<Rational> right(least == 0 ? 5 : 4);
  const auto add = [&](const RationalPoint& p, int sign) {
    std::vector<Rational> column{sign * p.x, sign * p.y, sign * p.z, Rational(sign)};
    if (least == 0) column.push_back(sign > 0 ? 1 : 0);
    for (std::size_t i = 0; i < 4; ++i) right[i] -= least * column[i];
    columns.push_back(std::move(column));
  };
  for (const RationalPoint& p : a) add(p, 1);
  for (const RationalPoint& p : b) add(p, -1);
  if (least == 0) right[4] = 1;
  return feasible(std::move(columns), std::move(right));
}

inline bool hulls_meet(const HullPoints& a, const HullPoints& b) { return common_mean(a, b, 0); }

inline int dimension(const HullPoints& points) {
  const RationalPoint& o = points[0];
  RationalPoint u, n;
  int found = 0;
  for (const RationalPoint& p : points) {
    const RationalPoint d = p - o;
    if (found == 0 && !zero(d)) {
      u = d;
      found = 1;
    } else if (found == 1 && !zero(cross(u, d))) {
      n = cross(u, d);
      found = 2;
    } else if (found == 2 && sgn(dot(n, d)) != 0) {
      return 3;
    }
  }
  return found;
}

inline bool interiors_meet(const HullPoints& a, const HullPoints& b) {
  return dimension(a) == 3 && dimension(b) == 3 && common_mean(a, b, 1);
}

// Planes that part the hull from what is beside it, each as a point and a normal of either sign.
inline std::vector<OuterPlane> planes_around(const HullPoints& q) {
  std::vector<OuterPlane> planes;
  const auto one_side = [&](const OuterPlane& plane) {
    bool above = false, below = false;
    for (const RationalPoint& p : q) {
      const int side = sgn(dot(plane.normal, p - plane.origin));
      above = above || side > 0;
      below = below || side < 0;
    }
    return !(above && below);
  };
  const auto offer = [&](const RationalPoint& origin, const RationalPoint& normal) {
    if (!zero(normal) && one_side({origin, normal})) planes.push_back({origin, normal});
  };
  const RationalPoint axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const int flat = dimension(q);
  if (flat == 0)
    for (const RationalPoint& axis : axes) offer(q[0], axis);
  RationalPoint across;
  for (std::size_t i = 0; i < q.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const RationalPoint e = q[i] - q[j];
      if (flat == 1) {
        for (const RationalPoint& axis : axes) offer(q[j], cross(e, axis));
        offer(q[i], e);
        offer(q[j], e);
      }
      for (std::size_t k = 0; k < j; ++k) {
        offer(q[j], cross(e, q[k] - q[j]));
        if (zero(across)) across = cross(e, q[k] - q[j]);
      }
    }
  if (flat == 2)
    for (std::size_t i = 0; i < q.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) offer(q[j], cross(across, q[i] - q[j]));
  return planes;
}

// Without the points that are in the hull of the others.
inline HullPoints pruned(HullPoints points) {
  for (std::size_t i = points.size(); i-- > 0 && points.size() > 1;) {
    HullPoints others = points;
    others.erase(others.begin() + std::ptrdiff_t(i));
    if (hulls_meet({points[i]}, others)) points = std::move(others);
  }
  return points;
}

// Is the hull covered by the union? It is cut by the planes of all parts until none divides it: then it is in a part or
// in none.
inline bool hull_in(const HullPoints& p, const HullUnion& parts, const std::vector<OuterPlane>& planes,
                    std::size_t first = 0) {
  for (std::size_t k = first; k < planes.size(); ++k) {
    HullPoints above, below;
    bool is_above = false, is_below = false;
    for (const RationalPoint& x : p) {
      const int side = sgn(dot(planes[k].normal, x - planes[k].origin));
      is_above = is_above || side > 0;
      is_below = is_below || side < 0;
      if (side >= 0) above.push_back(x);
      if (side <= 0) below.push_back(x);
    }
    if (!is_above || !is_below) continue;
    for (const RationalPoint& x : p)
      for (const RationalPoint& y : p) {
        const Rational up = dot(planes[k].normal, x - planes[k].origin);
        const Rational down = dot(planes[k].normal, y - planes[k].origin);
        if (sgn(up) <= 0 || sgn(down) >= 0) continue;
        const Rational share = up / (up - down);
        const RationalPoint cut{x.x + share * (y.x - x.x), x.y + share * (y.y - x.y), x.z + share * (y.z - x.z)};
        above.push_back(cut);
        below.push_back(cut);
      }
    return hull_in(pruned(above), parts, planes, k + 1) && hull_in(pruned(below), parts, planes, k + 1);
  }
  RationalPoint middle;
  for (const RationalPoint& x : p) {
    middle.x += x.x / int(p.size());
    middle.y += x.y / int(p.size());
    middle.z += x.z / int(p.size());
  }
  for (const HullPoints& part : parts)
    if (hulls_meet({middle}, part)) return true;
  return false;
}

inline bool union_in(const HullUnion& a, const HullUnion& b) {
  // Points first: most are no part.
  for (const HullPoints& p : a)
    for (const RationalPoint& x : p) {
      bool in = false;
      for (const HullPoints& q : b) in = in || hulls_meet({x}, q);
      if (!in) return false;
    }
  if (b.size() == 1) return true;
  const auto in_one = [&](const HullPoints& p) {
    for (const HullPoints& q : b) {
      bool in = true;
      for (const RationalPoint& x : p) in = in && hulls_meet({x}, q);
      if (in) return true;
    }
    return false;
  };
  std::vector<OuterPlane> planes;
  for (const HullPoints& q : b)
    for (const OuterPlane& plane : planes_around(q)) planes.push_back(plane);
  for (const HullPoints& p : a)
    if (!in_one(p) && !hull_in(pruned(p), b, planes)) return false;
  return true;
}

inline bool unions_meet(const HullUnion& a, const HullUnion& b) {
  for (const HullPoints& p : a)
    for (const HullPoints& q : b)
      if (hulls_meet(p, q)) return true;
  return false;
}

inline bool has_interior(const HullUnion& a) {
  for (const HullPoints& p : a)
    if (dimension(p) == 3) return true;
  return false;
}

inline PairClass class_of(const HullUnion& a, const HullUnion& b) {
  if (!unions_meet(a, b)) return PairClass::clear;
  const bool in_b = union_in(a, b), in_a = union_in(b, a);
  if (in_b) return in_a ? PairClass::equal : PairClass::enclosed;
  if (in_a) return PairClass::encloses;
  for (const HullPoints& p : a)
    for (const HullPoints& q : b)
      if (interiors_meet(p, q)) return PairClass::overlapping;
  return PairClass::touching;
}

}  // namespace graze::oracle
