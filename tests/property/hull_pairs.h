// Pairs of random polytopes in random poses, near or apart, with the truth from the certified distance of their
// surfaces as meshes: another algorithm, over the exact hulls of the posed doubles.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "graze/query.h"
#include "graze/shape.h"
#include "hull/polytope.h"
#include "tests/property/hulls.h"

namespace graze::property {

struct PosedHull {
  Polytope polytope;
  Pose pose;

  std::vector<Vec3> posed() const {
    std::vector<Vec3> points;
    for (const Vec3& v : polytope.vertices) points.push_back(pose * v);
    return points;
  }
};

struct HullPairCase {
  PosedHull a, b;
  PosedHull& side(int i) { return i == 0 ? a : b; }
};

inline Polytope random_polytope(oracle::Dice& dice, int most_points) {
  const CloudKind kind = dice.pick({CloudKind::cube, CloudKind::sphere, CloudKind::sphere, CloudKind::grid,
                                    CloudKind::grid, CloudKind::plane, CloudKind::line, CloudKind::point});
  std::vector<Vec3> points = random_cloud(dice, kind, dice.integer(1, most_points));
  if (dice.chance(3)) {  // a box
    points.clear();
    for (int i = 0; i < 8; ++i) points.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  }
  return convex_hull(points);
}

inline Pose random_hull_pose(oracle::Dice& dice, double size) {
  const Quat turn = dice.chance(3) ? Quat{} : dice.rotation();
  Vec3 scale{size, size, size};
  if (dice.chance(3)) scale = {size * dice.uniform(0.1, 1), size * dice.uniform(0.1, 1), -size * dice.uniform(0.1, 1)};
  Pose pose = make_pose(dice.chance(2) ? Vec3{} : dice.in_cube(3 * size), turn, scale);
  if (dice.chance(4)) pose = pose * make_pose({}, dice.rotation(), {1, 0.5, 2});  // shear
  return pose;
}

// b is moved so that its extreme point against the direction is at a's along it, plus `gap` along it and `aside`. Below
// 0 they may still be apart.
inline void set_apart(HullPairCase& pair, Vec3 direction, double gap, Vec3 aside) {
  const auto extreme = [](const PosedHull& hull, Vec3 along) {
    const std::vector<Vec3> points = hull.posed();
    return *std::max_element(points.begin(), points.end(),
                             [&](Vec3 p, Vec3 q) { return dot(p, along) < dot(q, along); });
  };
  const Vec3 move = extreme(pair.a, direction) - extreme(pair.b, -direction);
  pair.b.pose.translation = pair.b.pose.translation + move + direction * gap + aside;
}

inline HullPairCase random_hull_pair(oracle::Dice& dice, int most_points) {
  const double size = std::pow(10, dice.uniform(-3, 3));
  HullPairCase pair{
      {random_polytope(dice, most_points), random_hull_pose(dice, size)},
      {random_polytope(dice, most_points), random_hull_pose(dice, size * dice.pick({1.0, 1.0, 0.1, 3.0}))}};
  const Vec3 direction = dice.chance(3) ? dice.pick({Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}}) : dice.direction();
  const bool deep = dice.chance(3);
  const double gap = size * std::pow(10, dice.uniform(-9, deep ? 0 : 2));
  set_apart(pair, direction, deep ? -gap : gap, dice.chance(2) ? Vec3{} : dice.in_cube(0.5 * size));
  return pair;
}

// The surface as a mesh; a solid when it is a body.
inline Shape mesh_of(const Polytope& hull) {
  std::vector<Index3> triangles;
  if (hull.dimension < 2) {
    triangles.push_back({0, static_cast<std::uint32_t>(hull.vertices.size() - 1), 0});
  } else {
    for (std::uint32_t f = 0; f < hull.facet_count(); ++f)
      for (std::uint32_t h = hull.facet_start[f] + 2; h < hull.facet_start[f + 1]; ++h)
        triangles.push_back({hull.loop[hull.facet_start[f]], hull.loop[h - 1], hull.loop[h]});
  }
  return make_mesh(hull.vertices, triangles, {.solid = hull.dimension == 3});
}

// The true distance of the hulls of the posed points, up to `bound`.
inline DistanceResult true_distance(const HullPairCase& pair) {
  return find_distance(Body{mesh_of(convex_hull(pair.a.posed())), {}}, Body{mesh_of(convex_hull(pair.b.posed())), {}});
}

inline std::string text(const PosedHull& hull) {
  std::string result;
  char line[200];
  for (int c = 0; c < 3; ++c) {
    const Vec3 v = hull.pose.linear[c];
    std::snprintf(line, sizeof line, "column {%a, %a, %a}\n", v.x, v.y, v.z);
    result += line;
  }
  const Vec3 t = hull.pose.translation;
  std::snprintf(line, sizeof line, "translation {%a, %a, %a}\n", t.x, t.y, t.z);
  result += line;
  for (const Vec3& v : hull.polytope.vertices) {
    std::snprintf(line, sizeof line, "{%a, %a, %a},\n", v.x, v.y, v.z);
    result += line;
  }
  return result;
}

}  // namespace graze::property
