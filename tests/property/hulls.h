// Convex hulls of hard point sets: against brute force over all planes of three points in integers, and against the
// hull of the same points in another order.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hull/polytope.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/rational.h"
#include "tests/property/tally.h"

namespace graze::property {

enum class CloudKind { cube, sphere, grid, plane, line, point, nearly_flat, far, tiny, huge, mixed };
inline constexpr std::array cloud_kinds{CloudKind::cube, CloudKind::sphere, CloudKind::grid,        CloudKind::plane,
                                        CloudKind::line, CloudKind::point,  CloudKind::nearly_flat, CloudKind::far,
                                        CloudKind::tiny, CloudKind::huge,   CloudKind::mixed};
inline const char* name(CloudKind kind) {
  constexpr std::array names{"cube",     "sphere",        "grid",           "plane",
                             "line",     "point",         "flat to an ulp", "far from the origin",
                             "denormal", "near overflow", "mixed exponents"};
  return names[static_cast<std::size_t>(kind)];
}

inline std::vector<Vec3> random_cloud(oracle::Dice& dice, CloudKind kind, int count) {
  const Mat3 turn = dice.chance(2) ? Mat3{} : to_matrix(dice.rotation());
  const Vec3 origin = dice.grid(-3, 3), u = dice.grid(-3, 3), v = dice.grid(-3, 3);
  const int width = dice.integer(1, 4);
  const auto plain = [&] { return dice.chance(2) ? dice.in_cube(1) : dice.grid(-width, width); };
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    if (!points.empty() && dice.chance(8)) {
      Vec3 again = points[dice.bits() % points.size()];
      if (again.x == 0) again.x = -again.x;
      points.push_back(again);
      continue;
    }
    switch (kind) {
      case CloudKind::cube:
        points.push_back(dice.in_cube(1));
        break;
      case CloudKind::sphere:
        points.push_back(dice.direction());
        break;
      case CloudKind::grid:
        points.push_back(turn * dice.grid(-width, width));
        break;
      case CloudKind::plane:
        points.push_back(origin + u * dice.integer(-width, width) + v * dice.integer(-width, width));
        break;
      case CloudKind::line:
        points.push_back(origin + u * dice.integer(-4, 4));
        break;
      case CloudKind::point:
        points.push_back(origin);
        break;
      case CloudKind::nearly_flat: {
        const Vec3 p = origin + u * dice.integer(-width, width) + v * dice.uniform(-1, 1);
        points.push_back(dice.nudge(dice.chance(2) ? p : turn * p, 1));
        break;
      }
      case CloudKind::far:
        points.push_back(dice.nudge(plain() * 1e-3 + (origin + u) * 1e9, 1));
        break;
      case CloudKind::tiny:
        points.push_back(plain() * 1e-320);
        break;
      case CloudKind::huge:
        points.push_back(plain() * 0x1.8p1020);
        break;
      case CloudKind::mixed: {
        const Vec3 p = plain();
        points.push_back({p.x * 1e200, p.y, p.z * 1e-200});
        break;
      }
    }
  }
  return points;
}

// Pairs (from, to) of input indices, of equal points the first.
using HalfEdges = std::set<std::pair<std::uint32_t, std::uint32_t>>;

inline std::vector<std::uint32_t> first_of_equals(std::span<const Vec3> points) {
  std::vector<std::uint32_t> first;
  for (const Vec3& p : points)
    first.push_back(static_cast<std::uint32_t>(std::find(points.begin(), points.end(), p) - points.begin()));
  return first;
}

inline HalfEdges half_edges(const Polytope& hull) {
  HalfEdges edges;
  for (std::size_t h = 0; h < hull.loop.size(); ++h)
    edges.insert({hull.sources[hull.loop[h]], hull.sources[hull.loop[hull.twin[h]]]});
  return edges;
}

// Every plane of three points that has all points on one side bears a facet; u -> v is a half-edge of it when all
// points of the plane are to the left of u v, or between u and v. Points in a plane have two facets, those on a line
// none.
inline HalfEdges brute_half_edges(std::span<const Vec3> points) {
  oracle::Unit unit;
  for (const Vec3& p : points) unit.cover(p);
  const std::vector<std::uint32_t> first = first_of_equals(points);
  std::vector<std::uint32_t> ids;
  for (std::uint32_t i = 0; i < points.size(); ++i)
    if (first[i] == i) ids.push_back(i);
  std::vector<oracle::Point> at;
  for (const std::uint32_t id : ids) at.push_back(unit.point(points[id]));

  HalfEdges edges;
  const auto facet = [&](const oracle::Point& origin, const oracle::Point& normal) {
    std::vector<std::size_t> in_plane;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const int height = sgn(dot(normal, at[i] - origin));
      if (height > 0) return;
      if (height == 0) in_plane.push_back(i);
    }
    for (const std::size_t u : in_plane)
      for (const std::size_t v : in_plane) {
        const bool edge = u != v && std::all_of(in_plane.begin(), in_plane.end(), [&](std::size_t w) {
                            const int left = sgn(dot(normal, cross(at[v] - at[u], at[w] - at[u])));
                            return left > 0 || (left == 0 && sgn(dot(at[w] - at[u], at[w] - at[v])) <= 0);
                          });
        if (edge) edges.insert({ids[u], ids[v]});
      }
  };
  for (std::size_t i = 0; i < ids.size(); ++i)
    for (std::size_t j = i + 1; j < ids.size(); ++j)
      for (std::size_t k = j + 1; k < ids.size(); ++k) {
        const oracle::Point normal = cross(at[j] - at[i], at[k] - at[i]);
        if (is_zero(normal)) continue;
        facet(at[i], normal);
        facet(at[i], oracle::Point{-normal.x, -normal.y, -normal.z});
      }
  return edges;
}

// Empty, or what is wrong.
inline std::string check_hull(oracle::Dice& dice, std::span<const Vec3> points, bool brute) {
  const Polytope hull = convex_hull(points);
  if (std::string fault = validate(hull, points); !fault.empty()) return fault;
  const HalfEdges edges = half_edges(hull);
  if (brute && edges != brute_half_edges(points)) return "not the facets that brute force finds";

  std::vector<std::uint32_t> order(points.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[dice.bits() % i]);
  std::vector<Vec3> shuffled;
  for (const std::uint32_t i : order) shuffled.push_back(points[i]);
  const Polytope other = convex_hull(shuffled);
  const std::vector<std::uint32_t> first = first_of_equals(points);
  HalfEdges mapped;
  for (const auto& [from, to] : half_edges(other)) mapped.insert({first[order[from]], first[order[to]]});
  std::set<std::uint32_t> corners(hull.sources.begin(), hull.sources.end()), other_corners;
  for (const std::uint32_t source : other.sources) other_corners.insert(first[order[source]]);
  if (other.dimension != hull.dimension || mapped != edges || corners != other_corners)
    return "another order gives another hull";
  return {};
}

// Hits are bodies of dimension 3.
inline Tally check_hulls(std::uint64_t seed, std::uint64_t count, int most_points, bool brute) {
  Tally tally{.seed = seed, .kinds = {}, .failure = {}};
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    const CloudKind kind = cloud_kinds[i % cloud_kinds.size()];
    const std::vector<Vec3> points = random_cloud(dice, kind, dice.integer(1, most_points));
    if (const std::string fault = check_hull(dice, points, brute); !fault.empty()) {
      tally.failure = fault + ":";
      for (const Vec3& p : points) {
        char text[100];
        std::snprintf(text, sizeof text, " {%a, %a, %a},", p.x, p.y, p.z);
        tally.failure += text;
      }
    }
    tally.count(name(kind), convex_hull(points).dimension == 3);
  }
  return tally;
}

}  // namespace graze::property
