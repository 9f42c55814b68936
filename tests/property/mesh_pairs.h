// Whole bodies against brute force over all pairs of posed triangles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "narrow/triangle/triangle_triangle.h"
#include "tests/oracle/triangle_oracle.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {

inline Box box_of(const Triangle& t) { return merge(merge(merge(Box{}, t.a), t.b), t.c); }

// Every meeting pair, sorted. Boxes of the posed doubles reject exactly; the rest is decided by `decide`.
template <class Decide>
std::vector<TrianglePair> brute_force(const Body& a, const Body& b, Decide&& decide) {
  const std::vector<Triangle> triangles_a = posed_triangles(a), triangles_b = posed_triangles(b);
  std::vector<Box> boxes_b;
  for (const Triangle& t : triangles_b) boxes_b.push_back(property::box_of(t));
  std::vector<TrianglePair> pairs;
  for (std::uint32_t i = 0; i < triangles_a.size(); ++i) {
    const Box box = property::box_of(triangles_a[i]);
    for (std::uint32_t j = 0; j < triangles_b.size(); ++j)
      if (overlap(box, boxes_b[j]) && decide(triangles_a[i], triangles_b[j])) pairs.push_back({i, j});
  }
  return pairs;
}

inline std::vector<TrianglePair> swapped(std::vector<TrianglePair> pairs) {
  for (TrianglePair& p : pairs) std::swap(p.a, p.b);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// What is wrong with collide() of two surfaces that meet in exactly `expected`; empty when nothing is.
inline std::string fault_in_collide(const Body& a, const Body& b, const std::vector<TrianglePair>& expected) {
  const auto differs = [](const CollideResult& result, const std::vector<TrianglePair>& pairs) {
    return result.status != Status::ok || !result.complete || result.yes() == pairs.empty() || result.pairs != pairs;
  };
  const std::vector<TrianglePair> mirrored = swapped(expected);
  if (differs(collide(a, b, {.all = true}), expected)) return "pairs of (a, b)";
  if (differs(collide(b, a, {.all = true}), mirrored)) return "pairs of (b, a)";
  if (collide(a, b).yes() == expected.empty()) return "yes/no of (a, b)";
  if (collide(b, a).yes() == expected.empty()) return "yes/no of (b, a)";
  const Body baked_a = baked(a), baked_b = baked(b);
  if (differs(collide(baked_a, baked_b, {.all = true}), expected)) return "pairs of the baked bodies";
  if (differs(collide(a, baked_b, {.all = true}), expected)) return "pairs of a with the baked b";
  return {};
}

// Bodies of 1e-3 to 1e3, up to 1e6 away from the origin, placed so that about half collide.
inline std::pair<Body, Body> random_bodies(oracle::Dice& dice, PoseKind kind, std::uint32_t triangles) {
  const double size_a = std::pow(10.0, dice.uniform(-3, 3));
  const double size_b = dice.chance(3) ? size_a * std::pow(10.0, dice.uniform(-2, 2)) : size_a;
  const double limited_b = std::clamp(size_b, 1e-3, 1e3);
  const Vec3 offset = dice.chance(3) ? Vec3{} : dice.direction() * std::pow(10.0, dice.uniform(0, 6));
  Body a{random_surface(dice, triangles), {random_linear(dice, kind, size_a), offset}};
  const PoseKind other = dice.chance(2) ? kind : pose_kinds[dice.bits() % pose_kinds.size()];
  // Thin bodies hardly meet unless one is put into the other.
  const double reach = kind == PoseKind::needle || other == PoseKind::needle ? 0.3 : 1.3;
  const double gap = (size_a + limited_b) * dice.uniform(reach * 0.2, reach);
  Body b{random_surface(dice, triangles), {random_linear(dice, other, limited_b), offset + dice.direction() * gap}};
  return {std::move(a), std::move(b)};
}

// `exact_oracle`: rationals decide each pair; else the kernel, which the oracle tests elsewhere.
inline Tally check_mesh_pairs(std::uint64_t seed, std::uint64_t count, std::uint32_t triangles, bool exact_oracle) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const PoseKind kind = pose_kinds[i % pose_kinds.size()];
    const auto [a, b] = random_bodies(dice, kind, triangles);
    const auto expected = exact_oracle ? brute_force(a, b, oracle::meet) : brute_force(a, b, triangles_meet);
    tally.count(name(kind), !expected.empty());
    const std::string fault = fault_in_collide(a, b, expected);
    if (!fault.empty()) {
      tally.failure = std::string(name(kind)) + ", case " + std::to_string(i) + ": " + fault + ", where " +
                      std::to_string(expected.size()) + " pairs meet\n" + lines(a, b);
      return tally;
    }
  }
  return tally;
}

// Cubes side by side under one shared rotation and scale, at any offset. With one common pose the shared face has the
// same posed doubles on both sides and must touch; with a translation each, rounding decides, the same way in both
// orders.
inline Tally check_flush_cubes(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const scenes::MeshData cube = scenes::cube(static_cast<std::uint32_t>(dice.integer(1, 3)));
    const Vec3 side = dice.pick({Vec3{2, 0, 0}, Vec3{0, -2, 0}, Vec3{0, 0, 2}, Vec3{2, 2, 0}, Vec3{-2, 2, 2}});
    const PoseKind kind = pose_kinds[dice.bits() % pose_kinds.size()];
    const Mat3 linear = random_linear(dice, kind, std::pow(10.0, dice.uniform(-3, 3)));
    const Vec3 offset = dice.direction() * (dice.chance(4) ? 0 : std::pow(10.0, dice.uniform(0, 6)));
    const bool one_pose = dice.chance(2);
    Body a{mesh_of(cube), {linear, offset}}, b = a;
    if (one_pose) {
      scenes::MeshData shifted = cube;
      for (Vec3& v : shifted.vertices) v = v + side;
      b.shape = mesh_of(shifted);
    } else {
      b.pose.translation = offset + linear * side;
    }
    const auto expected = brute_force(a, b, oracle::meet);
    tally.count(one_pose ? "one pose" : "two poses", !expected.empty());
    std::string fault = fault_in_collide(a, b, expected);
    if (one_pose && expected.empty()) fault = "a shared face that does not touch";
    if (!fault.empty()) {
      tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + lines(a, b);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
