// Pairs of triangles whose distance is hard to find in floating point: the closest features are all but tied, or edges
// all but parallel, or the gap is far below the size.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "tests/oracle/triangle_cases.h"

namespace graze::oracle {

enum class DistanceKind { meeting_kinds, apart, gap, parallel_edges, stacked, sliver, small, extreme };
inline constexpr std::array distance_kinds{DistanceKind::meeting_kinds,  DistanceKind::apart,   DistanceKind::gap,
                                           DistanceKind::parallel_edges, DistanceKind::stacked, DistanceKind::sliver,
                                           DistanceKind::small,          DistanceKind::extreme};
inline const char* name(DistanceKind kind) {
  constexpr std::array names{"as for meeting", "apart",  "gap",           "parallel edges",
                             "stacked faces",  "sliver", "small and far", "extreme"};
  return names[static_cast<std::size_t>(kind)];
}

namespace detail {

inline Triangle shifted(const Triangle& t, Vec3 by) {
  return moved(t, [&](Vec3 p) { return p + by; });
}

// Edges along one direction, exactly or up to a turn of 1e-20 to 1e-1.
inline TriangleCase parallel_edges_case(Dice& dice) {
  const Vec3 along = dice.chance(2) ? dice.grid(-2, 2) + Vec3{0.5, 0, 0} : dice.in_cube(1);
  const auto triangle = [&](Vec3 origin) {
    const double length = dice.pick({0.5, 1.0, 2.0});
    return Triangle{origin, origin + along * length, origin + dice.in_cube(1)};
  };
  TriangleCase result;
  result.a = triangle(dice.grid(-1, 1) * 0.5);
  result.b =
      triangle(result.a.a + along * (dice.integer(-4, 4) * 0.5) + dice.in_cube(1) * std::pow(10, dice.uniform(-9, 0)));
  if (dice.chance(2)) result.b.b = result.b.b + dice.in_cube(1) * std::pow(10, dice.uniform(-20, -1));
  if (dice.chance(2)) result.b = moved(result.b, [&](Vec3 p) { return dice.nudge(p, 2); });
  return result;
}

// Faces in parallel planes, or all but, one over the other.
inline TriangleCase stacked_case(Dice& dice) {
  TriangleCase result = coplanar_case(dice);
  const Vec3 u = result.a.b - result.a.a, v = result.a.c - result.a.a;
  const Vec3 normal = cross(u, v);
  const double length = std::sqrt(dot(normal, normal));
  const Vec3 up = length > 0 ? normal * (1 / length) : Vec3{0, 0, 1};
  result.b = shifted(result.b, up * std::pow(10, dice.uniform(-15, 0)));
  return result;
}

inline TriangleCase sliver_case(Dice& dice) {
  const auto sliver = [&] {
    const Vec3 p = dice.in_cube(1), q = dice.in_cube(1);
    const Vec3 r = p + (q - p) * dice.uniform(-0.5, 1.5) + dice.in_cube(1) * std::pow(10, dice.uniform(-18, -3));
    return Triangle{p, q, r};
  };
  TriangleCase result;
  result.a = sliver();
  result.b = dice.chance(2) ? sliver() : any_triangle(dice, 1);
  if (dice.chance(2))
    result.b = shifted(result.b, point_on(dice, result.a) - point_on(dice, result.b) +
                                     dice.in_cube(1) * std::pow(10, dice.uniform(-16, 0)));
  return result;
}

inline TriangleCase gap_case(Dice& dice) {
  TriangleCase result = make_case(dice, case_kinds[dice.bits() % 4]);
  result.b = shifted(result.b, dice.direction() * std::pow(10, dice.uniform(-16, 1)));
  return result;
}

}  // namespace detail

inline TriangleCase make_distance_case(Dice& dice, DistanceKind kind) {
  using namespace detail;
  switch (kind) {
    case DistanceKind::meeting_kinds:
      return make_case(dice, case_kinds[dice.bits() % case_kinds.size()]);
    case DistanceKind::apart: {
      const double size = std::pow(10, dice.uniform(-2, 2));
      const Triangle a = any_triangle(dice, 1);
      return {a, shifted(any_triangle(dice, size), dice.direction() * dice.uniform(0, 4 * (1 + size)))};
    }
    case DistanceKind::gap:
      return gap_case(dice);
    case DistanceKind::parallel_edges:
      return parallel_edges_case(dice);
    case DistanceKind::stacked:
      return stacked_case(dice);
    case DistanceKind::sliver:
      return sliver_case(dice);
    case DistanceKind::small: {
      TriangleCase result = make_distance_case(dice, distance_kinds[1 + dice.bits() % 5]);
      const double size = std::pow(10, dice.uniform(-6, 0));
      const Vec3 offset = dice.direction() * std::pow(10, dice.uniform(0, 7));
      const auto move = [&](Vec3 p) { return p * size + offset; };
      return {moved(result.a, move), moved(result.b, move)};
    }
    case DistanceKind::extreme: {
      TriangleCase result = make_distance_case(dice, distance_kinds[1 + dice.bits() % 5]);
      const double factor = dice.pick({1e-300, 1e300, 1e-150, 1e150, 1e-160, 1e-310, 1e80, 1e-80});
      const int axis = dice.integer(0, 5);
      const auto move = [&](Vec3 p) {
        p = p * factor;
        if (axis < 3) p[axis] *= dice.pick({1.0, 1e-3, 1e-12});
        return p;
      };
      return {moved(result.a, move), moved(result.b, move)};
    }
  }
  return {};
}

}  // namespace graze::oracle
