// Rays that are hard to decide in floating point: through vertices, along edges, in planes, from the surface.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "graze/query.h"
#include "tests/oracle/dice.h"

namespace graze::oracle {

enum class RayKind { vertex, edge, face, in_plane, along_edge, on_surface };
inline constexpr std::array ray_kinds{RayKind::vertex,   RayKind::edge,       RayKind::face,
                                      RayKind::in_plane, RayKind::along_edge, RayKind::on_surface};
inline const char* name(RayKind kind) {
  constexpr std::array names{"vertex", "edge", "face", "in plane", "along edge", "on surface"};
  return names[static_cast<std::size_t>(kind)];
}

// A ray made around a random triangle of the given ones. `size` is the extent of the whole. Exact hits come about when
// the coordinates are small multiples of one power of two; else the rounded ray passes within a few ulps.
inline Ray make_ray(Dice& dice, RayKind kind, std::span<const Triangle> triangles, double size) {
  const Triangle& t = triangles[dice.bits() % triangles.size()];
  const std::array<Vec3, 3> corners{t.a, t.b, t.c};
  const std::size_t first = static_cast<std::size_t>(dice.integer(0, 2));
  const Vec3 p = corners[first], q = corners[(first + 1) % 3], r = corners[(first + 2) % 3];
  const double eighths = dice.integer(1, 7) / 8.0;
  const Vec3 on_edge = dice.chance(2) ? (p + q) * 0.5 : p + (q - p) * eighths;
  const Vec3 on_face =
      dice.chance(2) ? (p * 0.5 + q * 0.25) + r * 0.25 : p + ((q - p) * eighths + (r - q) * (eighths * 0.5));
  const Vec3 step = dice.grid(-3, 3) * std::exp2(std::floor(std::log2(size)) - 2);

  Ray ray;
  const auto aim_at = [&](Vec3 target) {
    if (dice.chance(2) && step != Vec3{}) {
      ray.direction = step;
      ray.origin = target - step * dice.integer(1, 4);
    } else {
      ray.origin = target + dice.direction() * (size * dice.uniform(0.01, 3));
      ray.direction = target - ray.origin;
      if (dice.chance(3)) ray.direction = dice.nudge(ray.direction, 2);
      if (dice.chance(4)) ray.direction = ray.direction * std::pow(10.0, dice.uniform(-3, 3));
    }
  };
  switch (kind) {
    case RayKind::vertex:
      aim_at(p);
      break;
    case RayKind::edge:
      aim_at(on_edge);
      break;
    case RayKind::face:
      aim_at(on_face);
      break;
    case RayKind::in_plane: {
      ray.origin = p + ((q - p) * dice.integer(-2, 2) + (r - p) * dice.integer(-2, 2));
      ray.direction = (q - p) * dice.integer(-2, 2) + (r - p) * dice.integer(-2, 2);
      if (dice.chance(4)) ray.direction = dice.nudge(ray.direction, 1);
      break;
    }
    case RayKind::along_edge:
      ray.origin = p - (q - p) * (dice.integer(-2, 6) * 0.5);
      ray.direction = (q - p) * dice.pick({1.0, 1.0, 0.5, -1.0, 3.0});
      break;
    case RayKind::on_surface:
      ray.origin = dice.pick({p, on_edge, on_face});
      if (dice.chance(4)) ray.origin = dice.nudge(ray.origin, 1);
      ray.direction = dice.pick({step, q - p, r - q, dice.direction() * size});
      break;
  }
  if (ray.direction == Vec3{}) ray.direction = {size, 0, 0};
  return ray;
}

}  // namespace graze::oracle
