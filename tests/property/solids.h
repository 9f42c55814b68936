// Containment: bodies inside, between and outside the shells of solids, against exact winding numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/ray_oracle.h"
#include "tests/property/mesh_pairs.h"

namespace graze::property {

// Appends a copy of `part`, scaled about the origin and moved, inside out when `hollow`.
inline void add_shell(scenes::MeshData& whole, const scenes::MeshData& part, double size, Vec3 centre, bool hollow) {
  const auto base = static_cast<std::uint32_t>(whole.vertices.size());
  for (Vec3 v : part.vertices) whole.vertices.push_back(v * size + centre);
  for (Index3 t : part.triangles) {
    if (hollow) std::swap(t[1], t[2]);
    whole.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
  }
}

inline scenes::MeshData random_shell(oracle::Dice& dice) {
  switch (dice.integer(0, 2)) {
    case 0:
      return scenes::cube(static_cast<std::uint32_t>(dice.integer(1, 2)));
    case 1:
      return scenes::sphere(60);
    default:
      return scenes::torus(80);
  }
}

// Shells within shells, some of them hollow, some beside: any winding number from -1 up. The hollow ones are too small
// to make the whole volume negative.
inline Shape random_solid(oracle::Dice& dice) {
  scenes::MeshData whole;
  const bool roomy = dice.chance(2);
  add_shell(whole, roomy ? scenes::cube(2) : random_shell(dice), 1, {}, false);
  const int shells = dice.integer(0, 3);
  double size = 0.65;
  for (int i = 0; i < shells; ++i) {
    add_shell(whole, random_shell(dice), size, dice.in_cube(0.05), roomy && dice.chance(2));
    size *= 0.6;
  }
  if (dice.chance(3)) add_shell(whole, scenes::cube(1), 0.25, {0, 0, 3}, false);
  return mesh_of(whole, {.solid = true});
}

// True when a point of b's surface is inside the solid a, given that the surfaces do not meet: the winding number of
// the posed surface, its sign corrected for a reflecting pose, is 1 or more.
inline bool holds_part_of(const Body& a, const Body& b, oracle::Dice& dice) {
  if (!a.shape.solid()) return false;
  const oracle::RayTarget target(posed_triangles(a));
  const auto inside = [&](Vec3 point) {
    std::optional<int> count;
    while (!count) count = target.winding(point, dice.direction());
    return *count * determinant_sign(a.pose.linear) >= 1;
  };
  for (const Triangle& t : posed_triangles(b))
    if (inside(t.a)) return true;
  return false;
}

// Small bodies, each of a few separate triangles or a closed shell, dropped anywhere in and around a solid.
inline Body random_intruder(oracle::Dice& dice, const Body& host) {
  const double size = dice.uniform(0.005, 0.1);
  scenes::MeshData whole;
  const int parts = dice.integer(1, 3);
  const bool closed = dice.chance(2);
  for (int i = 0; i < parts; ++i) {
    Vec3 centre = dice.in_cube(1.2);
    if (dice.chance(4))
      centre = Vec3{std::round(centre.x * 4), std::round(centre.y * 4), std::round(centre.z * 4)} * 0.25;
    if (closed) {
      add_shell(whole, scenes::cube(1), size, centre, false);
    } else {
      const auto base = static_cast<std::uint32_t>(whole.vertices.size());
      const bool tiny = dice.chance(3);  // a single point
      for (int k = 0; k < 3; ++k) whole.vertices.push_back(centre + (tiny ? Vec3{} : dice.in_cube(size)));
      whole.triangles.push_back({base, base + 1, base + 2});
    }
  }
  return {mesh_of(whole, {.solid = closed && dice.chance(2)}), host.pose};
}

inline Tally check_solids(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const PoseKind kind = pose_kinds[i % pose_kinds.size()];
    const double size = std::pow(10.0, dice.uniform(-3, 3));
    const Vec3 offset = dice.direction() * (dice.chance(3) ? 0 : size * std::pow(10.0, dice.uniform(0, 6)));
    const Body solid{random_solid(dice), {random_linear(dice, kind, size), offset}};
    const Body other = random_intruder(dice, solid);
    const auto pairs = brute_force(solid, other, oracle::meet);
    const bool within = pairs.empty() && (holds_part_of(solid, other, dice) || holds_part_of(other, solid, dice));
    const bool expected = within || !pairs.empty();
    tally.count(within ? "within" : pairs.empty() ? "outside" : "surfaces meet", expected);
    const CollideResult forth = collide(solid, other, {.all = true}), back = collide(other, solid, {.all = true});
    const bool right = forth.status == Status::ok && back.status == Status::ok && forth.yes() == expected &&
                       back.yes() == expected && collide(solid, other).yes() == expected &&
                       collide(other, solid).yes() == expected && forth.pairs == pairs && back.pairs == swapped(pairs);
    if (!right) {
      tally.failure = std::string(name(kind)) + ", case " + std::to_string(i) + ": expected " +
                      (within     ? "one within the other"
                       : expected ? "surfaces that meet"
                                  : "apart") +
                      "\n" + lines(solid, other);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
