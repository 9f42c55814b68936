// Whole bodies and rays near the ends of the doubles, where products overflow, underflow or vanish.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tests/property/mesh_pairs.h"
#include "tests/property/rays.h"

namespace graze::property {

// A power of ten whose exponent is drawn so that its square or cube overflows, underflows, or neither.
inline double extreme_size(oracle::Dice& dice) {
  return std::pow(10.0, dice.pick({dice.uniform(-305, 305), dice.uniform(-160, -100), dice.uniform(100, 160),
                                   dice.uniform(-322, -300), dice.uniform(295, 306), dice.uniform(-10, 10)}));
}

// `local` times a surface of unit size, as a soup. When `crumpled`, some corners or coordinates are drawn towards 0 by
// many decades, so that edges, normals and products are of every size within one body.
inline Shape resized(oracle::Dice& dice, const Shape& shape, double local) {
  std::vector<Vec3> vertices;
  const bool crumpled = dice.chance(2);
  for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) {
    const Triangle t = shape.triangle(i);
    vertices.insert(vertices.end(), {t.a, t.b, t.c});
  }
  const double shrink = dice.pick({1e-30, 1e-100, 1e-161, 1e-300, 0.0});
  const int mode = dice.integer(0, 2);
  for (Vec3& v : vertices) {
    if (crumpled && mode == 0 && dice.chance(2)) v = v * shrink;
    if (crumpled && mode == 1) v[dice.integer(0, 2)] *= shrink;
    if (crumpled && mode == 2) v[0] *= shrink;
    v = v * local;
  }
  return make_soup(std::move(vertices));
}

// A body about `size` large in the world, the size split between its vertices and its pose.
inline Body extreme_body(oracle::Dice& dice, double size, std::uint32_t triangles) {
  const Shape unit = random_surface(dice, triangles);
  const double local = dice.pick({1.0, size, extreme_size(dice)});
  const double stretch = std::clamp(size / local, 1e-300, 1e300);
  const PoseKind kind = pose_kinds[dice.bits() % pose_kinds.size()];
  Mat3 linear = random_linear(dice, kind, 1);
  linear = {linear.c0 * stretch, linear.c1 * stretch, linear.c2 * stretch};
  return {resized(dice, unit, local / 2), {linear, {}}};
}

inline bool in_range(const std::vector<Triangle>& triangles) {
  return std::all_of(triangles.begin(), triangles.end(),
                     [](const Triangle& t) { return is_finite(t.a) && is_finite(t.b) && is_finite(t.c); });
}

inline Tally check_extreme_pairs(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const double size = extreme_size(dice);
    Body a = extreme_body(dice, size, 16), b = extreme_body(dice, dice.chance(4) ? extreme_size(dice) : size, 16);
    const Vec3 offset = dice.direction() * (dice.chance(2) ? 0 : size * std::pow(10.0, dice.uniform(-1, 6)));
    a.pose.translation = offset;
    b.pose.translation = offset + dice.direction() * (size * dice.uniform(0, 0.8));
    if (dice.chance(8)) {
      const double end = std::numeric_limits<double>::max();
      b.pose.translation[dice.integer(0, 2)] = dice.pick({end, -end, end / 2});
      a.pose.translation = b.pose.translation;
    }
    if (fault(a.pose) != PoseFault::none || fault(b.pose) != PoseFault::none) continue;
    std::string wrong;
    const bool inside = in_range(posed_triangles(a)) && in_range(posed_triangles(b));
    if (!inside) {
      tally.count("out of range", true);
      if (collide(a, b).status != Status::out_of_range || collide(b, a).status != Status::out_of_range)
        wrong = "status of a vertex out of range";
    } else {
      const auto expected = brute_force(a, b, oracle::meet);
      tally.count(size < 1e-100 ? "tiny" : size > 1e100 ? "huge" : "middle", !expected.empty());
      wrong = fault_in_collide(a, b, expected);
    }
    if (!wrong.empty()) {
      tally.failure = "case " + std::to_string(i) + ": " + wrong + "\n" + lines(a, b);
      return tally;
    }
  }
  return tally;
}

inline RayBody extreme_ray_body(oracle::Dice& dice) {
  for (;;) {
    RayBody result;
    result.size = extreme_size(dice);
    result.body = extreme_body(dice, result.size, 16);
    if (dice.chance(2))
      result.body.pose.translation = dice.direction() * (result.size * std::pow(10.0, dice.uniform(-1, 6)));
    if (fault(result.body.pose) == PoseFault::none && in_range(posed_triangles(result.body))) return result;
  }
}

}  // namespace graze::property
