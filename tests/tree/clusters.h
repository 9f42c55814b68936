// Small clusters of triangles in any sizes and poses, for tests of what float arithmetic says about leaves.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/oracle/dice.h"
#include "tests/oracle/triangle_cases.h"
#include "tests/property/bodies.h"

namespace graze::test {

using oracle::Dice;
using property::PoseKind;

inline double decade(Dice& dice, double lo, double hi) { return std::pow(10.0, dice.uniform(lo, hi)); }

inline PoseKind any_kind(Dice& dice) { return property::pose_kinds[dice.bits() % property::pose_kinds.size()]; }

inline Shape soup_of(const std::vector<Triangle>& triangles) {
  std::vector<Vec3> vertices;
  for (const Triangle& t : triangles) vertices.insert(vertices.end(), {t.a, t.b, t.c});
  return make_soup(std::move(vertices));
}

// A few triangles around a point, seldom with one far away: then the leaves are small in the frame of the tree.
inline std::vector<Triangle> cluster(Dice& dice) {
  std::vector<Triangle> result;
  const bool gridded = dice.chance(4);
  const double size = gridded ? 0.25 : decade(dice, -4, 0);
  const Vec3 centre = dice.chance(3) ? dice.grid(-1, 1) * dice.pick({1.0, 1024.0, 0x1p20}) : Vec3{};
  for (int count = dice.chance(3) ? 1 : dice.integer(2, 20); count > 0; --count) {
    const Triangle t = gridded ? oracle::detail::grid_triangle(dice, 4) : oracle::detail::any_triangle(dice, 1);
    result.push_back(oracle::detail::moved(t, [&](Vec3 p) { return p * size + centre; }));
  }
  if (dice.chance(4)) {
    const Vec3 far = centre + dice.direction() * (size * decade(dice, 0, 5));
    result.push_back({far, far + dice.in_cube(size), far + dice.in_cube(size)});
  }
  return result;
}

inline std::vector<Triangle> posed_all(const Shape& shape, const Pose& pose) {
  return property::posed_triangles({shape, pose});
}

inline double extent(const Triangle& t) { return std::max(length(t.b - t.a), length(t.c - t.a)); }

inline std::string text(const Triangle& t) {
  char line[300];
  std::snprintf(line, sizeof line, "{{%a, %a, %a}, {%a, %a, %a}, {%a, %a, %a}}", t.a.x, t.a.y, t.a.z, t.b.x, t.b.y,
                t.b.z, t.c.x, t.c.y, t.c.z);
  return line;
}

}  // namespace graze::test
