// Surfaces of a few triangles against each other and against solids of unit cells, in rational numbers, by brute force
// and by definition (src/narrow/classify/surfaces_cross.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tests/oracle/solid_oracle.h"

namespace graze::oracle {

using Polygon = std::vector<RationalPoint>;  // convex
using Surface = std::vector<std::array<RationalPoint, 3>>;
using CellSet = std::set<std::array<int, 3>>;  // of unit cubes, by their least corners

inline RationalPoint operator+(const RationalPoint& a, const RationalPoint& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline RationalPoint operator*(const RationalPoint& a, const Rational& s) { return {a.x * s, a.y * s, a.z * s}; }
inline bool equal(const RationalPoint& a, const RationalPoint& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline RationalPoint normal_of(const std::array<RationalPoint, 3>& t) { return cross(t[1] - t[0], t[2] - t[0]); }
inline RationalPoint middle_of(const Polygon& polygon) {
  RationalPoint sum;
  for (const RationalPoint& p : polygon) sum = sum + p;
  return sum * Rational(1, static_cast<unsigned long>(polygon.size()));
}

// What of the polygon is on one side of the plane; `sign` 1: the positive one.
inline Polygon clipped(const Polygon& polygon, const OuterPlane& plane, int sign) {
  Polygon result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const RationalPoint &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const Rational at_p = plane.height(p) * sign, at_q = plane.height(q) * sign;
    if (sgn(at_p) >= 0) result.push_back(p);
    if (sgn(at_p) * sgn(at_q) < 0) result.push_back(p + (q - p) * Rational(at_p / (at_p - at_q)));
  }
  return result;
}
// Cuts the polygons that have points on both sides.
inline void split(std::vector<Polygon>& polygons, const OuterPlane& plane) {
  std::vector<Polygon> result;
  for (const Polygon& polygon : polygons) {
    bool above = false, below = false;
    for (const RationalPoint& p : polygon) {
      above = above || sgn(plane.height(p)) > 0;
      below = below || sgn(plane.height(p)) < 0;
    }
    if (above && below) {
      result.push_back(clipped(polygon, plane, 1));
      result.push_back(clipped(polygon, plane, -1));
    } else {
      result.push_back(polygon);
    }
  }
  polygons = std::move(result);
}

inline bool holds(const std::array<RationalPoint, 3>& t, const RationalPoint& p) {
  const RationalPoint n = normal_of(t);
  if (sgn(dot(n, p - t[0])) != 0) return false;
  for (std::size_t k = 0; k < 3; ++k)
    if (sgn(dot(n, cross(t[(k + 1) % 3] - t[k], p - t[k]))) < 0) return false;
  return true;
}

// --- a surface and cells ---

struct CellSides {
  bool meets = false, inside = false, outside = false;
};
inline CellSides sides_of_cells(const Surface& surface, const CellSet& cells, int lo, int hi) {
  CellSides sides;
  const RationalPoint axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const auto& t : surface) {
    std::vector<Polygon> pieces{Polygon(t.begin(), t.end())};
    for (int k = 0; k < 3; ++k)
      for (int at = lo; at <= hi; ++at) split(pieces, {axis[k] * Rational(at), axis[k]});
    for (const Polygon& piece : pieces) {
      // The middle of a piece is on no grid plane that the piece is not in.
      const RationalPoint m = middle_of(piece);
      std::size_t in = 0, of = 0;
      for (int x = lo - 1; x <= hi; ++x)
        for (int y = lo - 1; y <= hi; ++y)
          for (int z = lo - 1; z <= hi; ++z) {
            const bool near = m.x >= x && m.x <= x + 1 && m.y >= y && m.y <= y + 1 && m.z >= z && m.z <= z + 1;
            of += near ? 1 : 0;
            in += near && cells.count({x, y, z}) > 0 ? 1 : 0;
          }
      sides.inside = sides.inside || (of > 0 && in == of);
      sides.outside = sides.outside || in == 0;
    }
    for (const auto& [x, y, z] : cells) {
      Polygon rest(t.begin(), t.end());
      const int low[3] = {x, y, z};
      for (int k = 0; k < 3; ++k) {
        rest = clipped(rest, {axis[k] * Rational(low[k]), axis[k]}, 1);
        rest = clipped(rest, {axis[k] * Rational(low[k] + 1), axis[k]}, -1);
      }
      sides.meets = sides.meets || !rest.empty();
    }
  }
  return sides;
}

// --- two surfaces ---

// Every point of the one is a point of the other.
inline bool is_part(const Surface& one, const Surface& other) {
  for (const auto& t : one) {
    std::vector<Polygon> pieces{Polygon(t.begin(), t.end())};
    for (const auto& u : other)
      for (std::size_t k = 0; k < 3; ++k)
        if (const RationalPoint across = cross(normal_of(t), u[(k + 1) % 3] - u[k]); sgn(dot(across, across)) != 0)
          split(pieces, {u[k], across});
    for (const Polygon& piece : pieces) {
      const RationalPoint m = middle_of(piece);
      if (std::none_of(other.begin(), other.end(), [&](const auto& u) { return holds(u, m); })) return false;
    }
  }
  return true;
}

// Half-planes around generic points of common curves.
struct Fans {
  struct Spoke {
    RationalPoint direction;
    std::vector<std::size_t> of[2];                   // triangles of either surface
    std::vector<std::pair<std::size_t, int>> pieces;  // of flush area, with the sign of the turn to the first's front
  };
  RationalPoint axis;
  std::vector<Spoke> spokes;  // counter-clockwise around the axis
};

inline bool clockwise_before(const RationalPoint& axis, const RationalPoint& first, const RationalPoint& x,
                             const RationalPoint& y) {
  const auto half = [&](const RationalPoint& p) {
    const int s = sgn(dot(axis, cross(first, p)));
    return s > 0 ? 1 : s < 0 ? 3 : sgn(dot(first, p)) > 0 ? 0 : 2;
  };
  if (half(x) != half(y)) return half(x) < half(y);
  return sgn(dot(axis, cross(x, y))) > 0;
}

inline Fans fans_at(const RationalPoint& m, const RationalPoint& axis, const Surface& a, const Surface& b) {
  Fans fans{axis, {}};
  const auto flat = [&](const RationalPoint& v) { return v * dot(axis, axis) - axis * dot(v, axis); };
  const auto add = [&](const RationalPoint& direction, int which, std::size_t i) {
    for (Fans::Spoke& spoke : fans.spokes) {
      const RationalPoint c = cross(spoke.direction, direction);
      if (sgn(dot(c, c)) == 0 && sgn(dot(spoke.direction, direction)) > 0) return spoke.of[which].push_back(i);
    }
    fans.spokes.push_back({direction, {}, {}});
    fans.spokes.back().of[which].push_back(i);
  };
  for (const int which : {0, 1}) {
    const Surface& surface = which == 0 ? a : b;
    for (std::size_t i = 0; i < surface.size(); ++i) {
      const auto& t = surface[i];
      if (!holds(t, m) || sgn(dot(normal_of(t), axis)) != 0) continue;
      bool on_edge = false;
      for (std::size_t k = 0; k < 3; ++k) {
        const RationalPoint c = cross(t[(k + 1) % 3] - t[k], m - t[k]);
        if (sgn(dot(c, c)) != 0) continue;
        on_edge = true;
        add(flat(t[(k + 2) % 3] - m), which, i);
      }
      if (on_edge) continue;
      const RationalPoint across = cross(axis, normal_of(t));
      add(across, which, i);
      add(across * Rational(-1), which, i);
    }
  }
  if (!fans.spokes.empty()) {
    const RationalPoint first = fans.spokes[0].direction;
    std::sort(fans.spokes.begin(), fans.spokes.end(), [&](const Fans::Spoke& x, const Fans::Spoke& y) {
      return clockwise_before(axis, first, x.direction, y.direction);
    });
  }
  return fans;
}

// Of all curves that two triangles have in common.
inline std::vector<Fans> all_fans(const Surface& a, const Surface& b) {
  std::vector<std::pair<RationalPoint, RationalPoint>> segments;
  const auto add_edges = [&](const std::array<RationalPoint, 3>& t) {
    for (std::size_t k = 0; k < 3; ++k) segments.emplace_back(t[k], t[(k + 1) % 3]);
  };
  for (const auto& t : a)
    for (const auto& u : b) {
      const RationalPoint n = normal_of(t), line = cross(n, normal_of(u));
      if (sgn(dot(line, line)) == 0) {
        if (sgn(dot(n, u[0] - t[0])) != 0) continue;
        add_edges(t);
        add_edges(u);
        continue;
      }
      Polygon common;
      for (const auto& [one, other] : {std::pair(t, u), std::pair(u, t)})
        for (std::size_t k = 0; k < 3; ++k) {
          const RationalPoint &p = one[k], &q = one[(k + 1) % 3];
          const Rational at_p = dot(normal_of(other), p - other[0]), at_q = dot(normal_of(other), q - other[0]);
          if (sgn(at_p) == 0 && holds(other, p)) common.push_back(p);
          if (sgn(at_p) * sgn(at_q) >= 0) continue;
          const RationalPoint x = p + (q - p) * Rational(at_p / (at_p - at_q));
          if (holds(other, x)) common.push_back(x);
        }
      for (std::size_t i = 1; i < common.size(); ++i)
        if (!equal(common[0], common[i])) segments.emplace_back(common[0], common[i]);
    }
  std::vector<Fans> result;
  for (const auto& segment : segments) {
    const RationalPoint &p = segment.first, &q = segment.second, way = q - p;
    std::vector<Rational> at{0, 1};
    const auto cut = [&](const OuterPlane& plane) {
      const Rational from = plane.height(p), to = plane.height(q);
      if (sgn(from) * sgn(to) < 0) at.push_back(from / (from - to));
    };
    for (const Surface* surface : {&a, &b})
      for (const auto& t : *surface) {
        cut({t[0], normal_of(t)});
        for (std::size_t k = 0; k < 3; ++k) cut({t[k], cross(normal_of(t), t[(k + 1) % 3] - t[k])});
      }
    std::sort(at.begin(), at.end());
    at.erase(std::unique(at.begin(), at.end()), at.end());
    for (std::size_t i = 0; i + 1 < at.size(); ++i)
      result.push_back(fans_at(p + way * Rational((at[i] + at[i + 1]) / 2), way, a, b));
  }
  return result;
}

struct CrossAnswer {
  bool crosses = false;
  bool flush = false;    // there are flush areas
  bool through = false;  // no two fans alternate by themselves: one surface passes the other within a flush area
  bool known = true;     // false: too many flush pieces to try all sides
};

// All sides on which the second surface may lie where they are flush are tried.
inline CrossAnswer cross_by_definition(const Surface& a, const Surface& b) {
  CrossAnswer answer;
  std::vector<Fans> all = all_fans(a, b);
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> pieces;
  for (Fans& fans : all)
    for (Fans::Spoke& spoke : fans.spokes)
      for (const std::size_t t : spoke.of[0])
        for (const std::size_t u : spoke.of[1])
          spoke.pieces.emplace_back(pieces.try_emplace({t, u}, pieces.size()).first->second,
                                    sgn(dot(normal_of(a[t]), cross(fans.axis, spoke.direction))));
  answer.flush = !pieces.empty();
  if (pieces.size() > 8) {
    answer.known = false;
    return answer;
  }
  const auto passes = [&](const Fans& fans, std::size_t sides, bool without_shared) {
    // Places around the axis: the second surface a third before or after where it is shared.
    std::vector<std::size_t> mine, theirs;
    for (std::size_t i = 0; i < fans.spokes.size(); ++i) {
      const Fans::Spoke& spoke = fans.spokes[i];
      if (!spoke.of[0].empty()) mine.push_back(3 * i + 1);
      if (spoke.of[1].empty()) continue;
      if (spoke.of[0].empty()) {
        theirs.push_back(3 * i + 1);
        continue;
      }
      if (without_shared) continue;
      int side = 0;
      for (const auto& [piece, front] : spoke.pieces) {
        const int turned = (sides >> piece & 1) != 0 ? front : -front;
        if (side != 0 && side != turned) return false;
        side = turned;
      }
      theirs.push_back(3 * i + 1 + (side > 0 ? 1 : std::size_t(-1)));
    }
    for (const std::size_t p : theirs)
      for (const std::size_t q : theirs) {
        bool between = false, beyond = false;
        for (const std::size_t m : mine) (m > std::min(p, q) && m < std::max(p, q) ? between : beyond) = true;
        if (p != q && between && beyond) return false;
      }
    return true;
  };
  for (const Fans& fans : all) answer.crosses = answer.crosses || !passes(fans, 0, true);
  if (answer.crosses) return answer;
  bool some = false;
  for (std::size_t sides = 0; sides < (std::size_t{1} << pieces.size()) && !some; ++sides)
    some = std::all_of(all.begin(), all.end(), [&](const Fans& fans) { return passes(fans, sides, false); });
  answer.crosses = answer.through = !some;
  return answer;
}

}  // namespace graze::oracle
