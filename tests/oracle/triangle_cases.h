// Pairs of triangles that are hard to decide in floating point.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "graze/shape.h"
#include "tests/oracle/dice.h"

namespace graze::oracle {

struct TriangleCase {
  Triangle a, b;
};

enum class CaseKind { grid2, grid4, placed, coplanar, shared, decades, far_offset, degenerate, extreme };
inline constexpr std::array case_kinds{CaseKind::grid2,      CaseKind::grid4,      CaseKind::placed,
                                       CaseKind::coplanar,   CaseKind::shared,     CaseKind::decades,
                                       CaseKind::far_offset, CaseKind::degenerate, CaseKind::extreme};
inline const char* name(CaseKind kind) {
  constexpr std::array names{"grid 0..2", "grid 0..4",  "placed",     "coplanar", "shared",
                             "decades",   "far offset", "degenerate", "extreme"};
  return names[static_cast<std::size_t>(kind)];
}

namespace detail {

inline Vec3& corner(Triangle& t, int index) { return index == 0 ? t.a : index == 1 ? t.b : t.c; }
inline Vec3 corner(const Triangle& t, int index) { return index == 0 ? t.a : index == 1 ? t.b : t.c; }

template <class Move>
Triangle moved(const Triangle& t, Move&& move) {
  const Vec3 a = move(t.a), b = move(t.b);
  return {a, b, move(t.c)};
}

// A point of the triangle: on its face, an edge or a corner, or just past an edge, rounded.
inline Vec3 point_on(Dice& dice, const Triangle& t) {
  const int first = dice.integer(0, 2);
  const Vec3 p = corner(t, first), q = corner(t, (first + 1) % 3), r = corner(t, (first + 2) % 3);
  const double s = dice.chance(2) ? dice.integer(0, 8) / 8.0 : dice.uniform(0, 1);
  switch (dice.integer(0, 4)) {
    case 0:
      return p;
    case 1:
      return p + (q - p) * s;
    case 2:
      return (p + q) * 0.5;
    case 3: {
      const double v = dice.uniform(0, 1 - s);
      return (p * (1 - s - v) + q * s) + r * v;
    }
    default:
      return p + (q - p) * dice.uniform(-0.3, 1.3) + (r - p) * dice.uniform(-0.3, 0.6);
  }
}

// Corners of b on features of a, the other corners anywhere or mirrored through such a point, so that edges cross.
inline Triangle placed_on(Dice& dice, const Triangle& a, double size, int steps) {
  Triangle b;
  const int on = dice.integer(1, 3);
  const Vec3 pivot = point_on(dice, a);
  const Vec3 side = dice.in_cube(size);
  for (int i = 0; i < 3; ++i) {
    Vec3 p;
    if (i < on) {
      p = i == 0 ? pivot : point_on(dice, a);
    } else if (dice.chance(3)) {
      p = pivot + side * dice.uniform(-1, 1);
    } else {
      p = pivot + dice.in_cube(size);
    }
    corner(b, i) = dice.nudge(p, steps);
  }
  // An edge that runs through the pivot: its ends on both sides of it.
  if (dice.chance(3)) {
    b.a = dice.nudge(pivot + side, steps);
    b.b = dice.nudge(pivot - side, steps);
  }
  const int turn = dice.integer(0, 2);
  return {corner(b, turn), corner(b, (turn + 1) % 3), corner(b, (turn + 2) % 3)};
}

inline Triangle any_triangle(Dice& dice, double size) {
  const Vec3 a = dice.in_cube(size), b = dice.in_cube(size);
  return {a, b, dice.in_cube(size)};
}

inline Triangle grid_triangle(Dice& dice, int hi) {
  const Vec3 a = dice.grid(0, hi), b = dice.grid(0, hi);
  return {a, b, dice.grid(0, hi)};
}

// Both triangles in one plane, which is a rounded one unless it is an axis plane.
inline TriangleCase coplanar_case(Dice& dice) {
  const bool aligned = dice.chance(3);
  const Vec3 origin = dice.in_cube(1), u = dice.in_cube(1), v = dice.in_cube(1);
  const int axis = dice.integer(0, 2);
  const double level = dice.uniform(-1, 1);
  const auto point = [&] {
    const double s = dice.chance(2) ? dice.integer(-2, 2) : dice.uniform(-2, 2);
    const double t = dice.chance(2) ? dice.integer(-2, 2) : dice.uniform(-2, 2);
    Vec3 p = origin + u * s + v * t;
    if (aligned) p[axis] = level;
    return p;
  };
  const Vec3 points[6] = {point(), point(), point(), point(), point(), point()};
  TriangleCase result{{points[0], points[1], points[2]}, {points[3], points[4], points[5]}};
  if (dice.chance(2)) result.b = moved(result.b, [&](Vec3 p) { return dice.nudge(p, 1); });
  return result;
}

// Triangles with a common vertex, edge or all three, in any order of the corners; some corners moved by a hair.
inline TriangleCase shared_case(Dice& dice) {
  TriangleCase result;
  result.a = dice.chance(2) ? any_triangle(dice, 1) : grid_triangle(dice, 3);
  result.b = dice.chance(2) ? any_triangle(dice, 1) : grid_triangle(dice, 3);
  const int common = dice.integer(1, 3), turn = dice.integer(0, 2), steps = dice.integer(0, 2);
  for (int i = 0; i < common; ++i)
    corner(result.b, (i * (dice.chance(2) ? 2 : 1)) % 3) = corner(result.a, (i + turn) % 3);
  if (steps > 0) result.b = moved(result.b, [&](Vec3 p) { return dice.nudge(p, steps); });
  if (dice.chance(3)) {
    // Pulled apart along an axis by less than the rounding of a plane test.
    const int axis = dice.integer(0, 2);
    result.b = moved(result.b, [&](Vec3 p) {
      p[axis] += dice.pick({0.0, 0x1p-53, -0x1p-53, 0x1p-50});
      return p;
    });
  }
  return result;
}

// One of the two, or both, is a segment or a point.
inline TriangleCase degenerate_case(Dice& dice) {
  TriangleCase result;
  const bool on_grid = dice.chance(2);
  result.a = on_grid ? grid_triangle(dice, 2) : any_triangle(dice, 1);
  result.b = on_grid ? grid_triangle(dice, 2) : placed_on(dice, result.a, 1, dice.integer(0, 2));
  const auto flatten = [&](Triangle& t) {
    switch (dice.integer(0, 3)) {
      case 0:
        t.c = t.a;
        break;
      case 1:
        t.b = t.a;
        break;
      case 2:
        t.b = t.c = t.a;
        break;
      default: {
        const Vec3 step = dice.grid(-1, 1);  // three points on a line, in any order along it
        t.a = {std::round(t.a.x * 4) / 4, std::round(t.a.y * 4) / 4, std::round(t.a.z * 4) / 4};
        t.b = t.a + step * dice.integer(-2, 2);
        t.c = t.a + step * dice.integer(-2, 2);
      }
    }
    if (dice.chance(2)) std::swap(t.a, t.b);
    if (dice.chance(2)) std::swap(t.b, t.c);
  };
  const int which = dice.integer(0, 2);
  if (which != 0) flatten(result.b);
  if (which != 1) flatten(result.a);
  if (!on_grid && !dice.chance(4)) {
    // Onto the other one again, after it was flattened.
    const Vec3 shift = point_on(dice, result.a) - point_on(dice, result.b);
    result.b = moved(result.b, [&](Vec3 p) { return dice.chance(2) ? p + shift : dice.nudge(p + shift, 1); });
  }
  if (dice.chance(2)) std::swap(result.a, result.b);
  return result;
}

// Near the ends of the doubles: products overflow, underflow or vanish.
inline TriangleCase extreme_case(Dice& dice) {
  const auto base = [&]() -> TriangleCase {
    switch (dice.integer(0, 3)) {
      case 0:
        return {grid_triangle(dice, 3), grid_triangle(dice, 3)};
      case 1:
        return coplanar_case(dice);
      case 2:
        return shared_case(dice);
      default: {
        const Triangle a = any_triangle(dice, 1);
        return {a, placed_on(dice, a, 1, 2)};
      }
    }
  };
  TriangleCase result = base();
  constexpr double denormal = std::numeric_limits<double>::denorm_min();
  const auto factor = [&] {
    return dice.pick({1e150, 1e-150, 1e300, 1e-300, 1e307, 0x1p1021, 1e-307, denormal, 3 * denormal, 1e-320, 1e-161,
                      1e103, 1e-103, 1e-108});
  };
  const double common = factor();
  const Vec3 mixed{factor(), factor(), factor()};
  const int mode = dice.integer(0, 3);
  const auto scale = [&](Vec3 p) -> Vec3 {
    switch (mode) {
      case 0:
      case 1:
        return p * common;
      case 2:
        return {p.x * mixed.x, p.y * mixed.y, p.z * mixed.z};
      default:
        return p * (dice.chance(4) ? common : 1.0);
    }
  };
  const auto limited = [&](Vec3 p) {
    p = scale(p);
    for (int axis = 0; axis < 3; ++axis)
      p[axis] = std::clamp(p[axis], -std::numeric_limits<double>::max(), std::numeric_limits<double>::max());
    return dice.chance(4) ? dice.nudge(p, 2) : p;
  };
  result.a = moved(result.a, limited);
  result.b = moved(result.b, limited);
  return result;
}

}  // namespace detail

inline TriangleCase make_case(Dice& dice, CaseKind kind) {
  using namespace detail;
  switch (kind) {
    case CaseKind::grid2:
    case CaseKind::grid4: {
      const int hi = kind == CaseKind::grid2 ? 2 : 4;
      const Triangle a = grid_triangle(dice, hi);
      return {a, grid_triangle(dice, hi)};
    }
    case CaseKind::placed: {
      const double size = dice.pick({1e-3, 1.0, 1.0, 1e3});
      const Triangle a = any_triangle(dice, size);
      return {a, placed_on(dice, a, size, dice.integer(0, 2))};
    }
    case CaseKind::coplanar:
      return coplanar_case(dice);
    case CaseKind::shared:
      return shared_case(dice);
    case CaseKind::decades: {
      // Every coordinate has its own magnitude from 1e-6 to 1e6.
      const auto point = [&] {
        const double x = dice.magnitude(-6, 6), y = dice.magnitude(-6, 6);
        return Vec3{x, y, dice.magnitude(-6, 6)};
      };
      const Vec3 p = point(), q = point(), r = point();
      const Triangle a{p, q, r};
      return {a, placed_on(dice, a, std::abs(dice.magnitude(-6, 6)), dice.integer(0, 2))};
    }
    case CaseKind::far_offset: {
      const double size = std::pow(10.0, dice.uniform(-6, 1));
      const Vec3 offset = dice.direction() * 1e6;
      Triangle a = any_triangle(dice, size);
      Triangle b = placed_on(dice, a, size, 0);
      a = moved(a, [&](Vec3 p) { return p + offset; });
      b = moved(b, [&](Vec3 p) { return dice.nudge(p + offset, 2); });
      return {a, b};
    }
    case CaseKind::degenerate:
      return degenerate_case(dice);
    case CaseKind::extreme:
      return extreme_case(dice);
  }
  return {};
}

}  // namespace graze::oracle
