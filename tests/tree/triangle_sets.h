// Sets of triangles that trees must cope with.
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/dice.h"

namespace graze::test {

using oracle::Dice;

inline constexpr double most = std::numeric_limits<double>::max();

struct TriangleSet {
  std::string name;
  std::vector<Triangle> triangles;
};

// Corners anywhere in the box.
inline Triangle near(Dice& dice, Vec3 centre, double half) {
  const Vec3 a = centre + dice.in_cube(half), b = centre + dice.in_cube(half);
  return {a, b, centre + dice.in_cube(half)};
}

inline std::vector<TriangleSet> triangle_sets(Dice& dice, std::size_t count) {
  std::vector<TriangleSet> sets;
  const auto add = [&](const char* name, auto&& make) {
    TriangleSet set{name, {}};
    for (std::size_t i = 0; i < count; ++i) set.triangles.push_back(make(static_cast<int>(i)));
    sets.push_back(std::move(set));
  };
  const auto point = [](Vec3 p) { return Triangle{p, p, p}; };
  add("random", [&](int) { return near(dice, dice.in_cube(1), 0.1); });
  add("points", [&](int) { return point(dice.in_cube(1)); });
  add("segments", [&](int) {
    const Vec3 p = dice.in_cube(1), q = dice.in_cube(1);
    return Triangle{p, q, dice.chance(2) ? p : q};
  });
  add("identical", [&](int) { return Triangle{{1, 2, 3}, {4, 5, 6}, {4, 2, 7}}; });
  add("one point", [&](int) { return point({1, 2, 3}); });
  add("at zero", [&](int) { return point({0, 0, 0}); });
  add("on a line", [&](int i) { return Triangle{{i * 0.5, 0, 0}, {i * 0.5 + 1, 0, 0}, {i * 0.5 + 0.25, 0, 0}}; });
  add("in a plane", [&](int) {
    Triangle t = near(dice, dice.in_cube(1), 0.1);
    t.a.z = t.b.z = t.c.z = 7;
    return t;
  });
  add("nested", [&](int i) { return Triangle{{-i - 1.0, 0, 0}, {i + 1.0, i + 1.0, 0}, {0, -i - 1.0, i + 1.0}}; });
  add("decades", [&](int) {
    const double x = dice.magnitude(-30, 30), y = dice.magnitude(-30, 30);
    return near(dice, {x, y, dice.magnitude(-30, 30)}, 1);
  });
  add("far away", [&](int) { return near(dice, Vec3{1e9, -1e9, 1e9} + dice.in_cube(1e-3), 1e-5); });
  add("huge", [&](int) { return near(dice, dice.in_cube(1e300), 1e299); });
  add("whole range", [&](int i) {
    return i % 2 == 0 ? Triangle{{-most, -most, -most}, {most, most, most}, {most, -most, most}}
                      : near(dice, {1, 1, 1}, 2);
  });
  add("ends of the range", [&](int i) {
    const double end = i % 2 == 0 ? most : -most;
    return point({end, end, end});
  });
  add("tiny", [&](int) { return near(dice, dice.in_cube(1e-300), 1e-301); });
  add("denormal", [&](int) {
    const Vec3 p = dice.grid(-9, 9) * 5e-324;
    return Triangle{p, p + Vec3{5e-324, 0, 0}, p + Vec3{0, 0, 1e-323}};
  });
  add("clusters", [&](int i) { return near(dice, {i % 2 == 0 ? 1e6 : -1e6, 0, 0}, 1e-6); });
  return sets;
}

}  // namespace graze::test
