// The same questions by a method that knows no geometry: linear conditions on barycentric coordinates, decided by
// Fourier-Motzkin elimination in rationals. Slow; it tests the oracles.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "graze/query.h"
#include "graze/shape.h"
#include "tests/oracle/rational.h"

namespace graze::oracle {

// coefficients . x + constant, which must be >= 0 (or = 0 in a list of equations).
struct Condition {
  std::vector<Rational> coefficients;
  Rational constant;
};

struct Range {
  bool empty = false;
  std::optional<Rational> lo, hi;
};

// The range of the first variable over all solutions of `equations` = 0 and `conditions` >= 0.
inline Range range_of_first(std::vector<Condition> equations, std::vector<Condition> conditions,
                            std::size_t variables) {
  const auto add = [](Condition& to, const Condition& from, const Rational& factor) {
    for (std::size_t i = 0; i < to.coefficients.size(); ++i) to.coefficients[i] += factor * from.coefficients[i];
    to.constant += factor * from.constant;
  };
  // An equation is two opposite conditions once its last variables are used to clear them from all others.
  for (std::size_t variable = variables; variable-- > 1;) {
    std::size_t pivot = equations.size();
    for (std::size_t i = 0; i < equations.size(); ++i)
      if (sgn(equations[i].coefficients[variable]) != 0) pivot = i;
    if (pivot == equations.size()) continue;
    const Condition solved = equations[pivot];
    equations.erase(equations.begin() + static_cast<std::ptrdiff_t>(pivot));
    for (auto* list : {&equations, &conditions})
      for (Condition& c : *list) {
        const Rational factor = -c.coefficients[variable] / solved.coefficients[variable];
        add(c, solved, factor);
      }
  }
  for (const Condition& e : equations) {
    conditions.push_back(e);
    Condition opposite = e;
    for (Rational& c : opposite.coefficients) c = -c;
    opposite.constant = -e.constant;
    conditions.push_back(opposite);
  }
  for (std::size_t variable = variables; variable-- > 1;) {
    std::vector<Condition> next, below, above;
    for (Condition& c : conditions) {
      const int sign = sgn(c.coefficients[variable]);
      (sign == 0 ? next : sign > 0 ? below : above).push_back(c);
    }
    for (const Condition& low : below)
      for (const Condition& high : above) {
        Condition joined = high;
        const Rational factor = -high.coefficients[variable] / low.coefficients[variable];
        add(joined, low, factor);
        next.push_back(joined);
      }
    conditions = std::move(next);
  }
  Range range;
  for (const Condition& c : conditions) {
    const int sign = sgn(c.coefficients[0]);
    if (sign == 0) {
      range.empty = range.empty || sgn(c.constant) < 0;
      continue;
    }
    const Rational bound = -c.constant / c.coefficients[0];
    if (sign > 0 && (!range.lo || bound > *range.lo)) range.lo = bound;
    if (sign < 0 && (!range.hi || bound < *range.hi)) range.hi = bound;
  }
  if (range.lo && range.hi && *range.hi < *range.lo) range.empty = true;
  return range;
}

// u, v of a + u (b - a) + v (c - a): u >= 0, v >= 0, u + v <= 1, at the given places among the variables.
inline void add_triangle_conditions(std::vector<Condition>& conditions, std::size_t u, std::size_t v,
                                    std::size_t variables) {
  for (int side = 0; side < 3; ++side) {
    Condition c{std::vector<Rational>(variables), 0};
    if (side == 0) c.coefficients[u] = 1;
    if (side == 1) c.coefficients[v] = 1;
    if (side == 2) {
      c.coefficients[u] = -1;
      c.coefficients[v] = -1;
      c.constant = 1;
    }
    conditions.push_back(c);
  }
}

inline bool meet_by_elimination(const Triangle& a, const Triangle& b) {
  std::vector<Condition> equations, conditions;
  for (int axis = 0; axis < 3; ++axis) {
    const Rational a0 = exact(a.a[axis]), b0 = exact(b.a[axis]);
    Condition e{std::vector<Rational>(4), a0 - b0};
    e.coefficients[0] = exact(a.b[axis]) - a0;
    e.coefficients[1] = exact(a.c[axis]) - a0;
    e.coefficients[2] = b0 - exact(b.b[axis]);
    e.coefficients[3] = b0 - exact(b.c[axis]);
    equations.push_back(e);
  }
  add_triangle_conditions(conditions, 0, 1, 4);
  add_triangle_conditions(conditions, 2, 3, 4);
  return !range_of_first(equations, conditions, 4).empty;
}

// The least t of the ray in the triangle, or nothing.
inline std::optional<Rational> ray_by_elimination(const Triangle& t, const Ray& ray) {
  std::vector<Condition> equations, conditions;
  for (int axis = 0; axis < 3; ++axis) {
    const Rational p = exact(t.a[axis]);
    Condition e{std::vector<Rational>(3), exact(ray.origin[axis]) - p};
    e.coefficients[0] = exact(ray.direction[axis]);
    e.coefficients[1] = p - exact(t.b[axis]);
    e.coefficients[2] = p - exact(t.c[axis]);
    equations.push_back(e);
  }
  add_triangle_conditions(conditions, 1, 2, 3);
  conditions.push_back({{1, 0, 0}, 0});
  conditions.push_back({{-1, 0, 0}, exact(ray.max)});
  const Range range = range_of_first(equations, conditions, 3);
  if (range.empty) return std::nullopt;
  return range.lo;
}

}  // namespace graze::oracle
