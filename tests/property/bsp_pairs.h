// Bodies, boxes and points through BSP trees, against brute force and exact arithmetic.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graze/record.h"
#include "study/bsp/axial_bsp.h"
#include "study/bsp/bsp_cells.h"
#include "study/bsp/bsp_collide.h"
#include "study/bsp/solid_bsp.h"
#include "tests/property/extremes.h"
#include "tests/property/solids.h"

namespace graze::property {
using namespace study;

// Every registered implementation of candidate polygons.
enum class TreeKind { list, solid, paper, axial };
inline constexpr std::array tree_kinds{TreeKind::list, TreeKind::solid, TreeKind::paper, TreeKind::axial};
inline const char* name(TreeKind kind) {
  constexpr std::array names{"list", "solid", "paper", "axial"};
  return names[static_cast<std::size_t>(kind)];
}

inline std::unique_ptr<CandidatePolygons> make_tree(TreeKind kind, const Shape& shape) {
  switch (kind) {
    case TreeKind::list:
      return std::make_unique<PolygonList>(shape);
    case TreeKind::solid:  // coordinate planes also in small meshes
      return std::make_unique<SolidBsp>(shape, SolidBspSettings{.axial_above = 16});
    case TreeKind::paper:  // every polygon's plane, exactly
      return std::make_unique<SolidBsp>(
          shape, SolidBspSettings{.axial_above = paper_tree.axial_above, .thickness = 0, .most_pieces = 1e9});
    case TreeKind::axial:
      return std::make_unique<AxialBsp>(shape);
  }
  return nullptr;
}

// What is wrong with collide() through trees of two kinds; empty when nothing is.
inline std::string fault_in_bsp_collide(const Body& a, const Body& b, TreeKind kind_a, TreeKind kind_b,
                                        const std::vector<TrianglePair>& expected, bool colliding) {
  const auto tree_a = make_tree(kind_a, a.shape), tree_b = make_tree(kind_b, b.shape);
  const std::string between = std::string(name(kind_a)) + " and " + name(kind_b);
  for (const auto* tree : {tree_a.get(), tree_b.get()})
    if (const std::string fault = tree->validate(); !fault.empty()) return between + ": " + fault;
  const BspBody body_a{tree_a.get(), a.pose}, body_b{tree_b.get(), b.pose};
  const auto differs = [&](const CollideResult& result, const std::vector<TrianglePair>& pairs) {
    return result.status != Status::ok || !result.complete || result.yes() != colliding || result.pairs != pairs;
  };
  if (differs(collide(body_a, body_b, {.all = true}), expected)) return between + ": pairs of (a, b)";
  if (differs(collide(body_b, body_a, {.all = true}), swapped(expected))) return between + ": pairs of (b, a)";
  if (collide(body_a, body_b).yes() != colliding) return between + ": yes/no of (a, b)";
  return {};
}

// The kinds of tree take turns, each with each.
inline Tally check_bsp_pairs(std::uint64_t seed, std::uint64_t count, std::uint32_t triangles) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const PoseKind kind = pose_kinds[i % pose_kinds.size()];
    const auto [a, b] = random_bodies(dice, kind, triangles);
    const auto expected = brute_force(a, b, triangles_meet);
    tally.count(name(kind), !expected.empty());
    const TreeKind kind_a = tree_kinds[dice.bits() % 4], kind_b = tree_kinds[dice.bits() % 4];
    std::string fault = fault_in_bsp_collide(a, b, kind_a, kind_b, expected, !expected.empty());
    if (fault.empty() && collide(a, b, {.all = true}).pairs != expected) fault = "pairs of the default tree";
    if (!fault.empty()) {
      tally.failure = std::string(name(kind)) + ", case " + std::to_string(i) + ": " + fault + ", where " +
                      std::to_string(expected.size()) + " pairs meet\n" + lines(a, b);
      return tally;
    }
  }
  return tally;
}

// Small cubes side by side, far from the origin: the rounding of the posed vertices, up to 1e-4 of the size, decides
// which triangles meet, and only the slack of the probes keeps them candidates.
inline Tally check_bsp_flush(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const scenes::MeshData cube = scenes::cube(static_cast<std::uint32_t>(dice.integer(1, 3)));
    const double size = std::pow(10.0, dice.uniform(-3, 3));
    const Mat3 linear = random_linear(dice, pose_kinds[dice.bits() % pose_kinds.size()], size);
    const double away = std::pow(10.0, dice.uniform(3, 12));
    const Vec3 offset = dice.direction() * (size * away);
    // Every second one apart by up to a few units in the last place of the offset.
    const Vec3 side = dice.pick({Vec3{2, 0, 0}, Vec3{0, -2, 0}, Vec3{0, 0, 2}, Vec3{2, 2, 0}, Vec3{-2, 2, 2}}) *
                      (1 + (dice.chance(2) ? 0 : away * dice.uniform(0, 2) * 0x1p-53));
    const Body a{mesh_of(cube), {linear, offset}}, b{a.shape, {linear, offset + linear * side}};
    const auto expected = brute_force(a, b, triangles_meet);
    tally.count("flush", !expected.empty());
    const std::string fault = fault_in_bsp_collide(a, b, tree_kinds[dice.bits() % 4], tree_kinds[dice.bits() % 4],
                                                   expected, !expected.empty());
    if (!fault.empty()) {
      tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + lines(a, b);
      return tally;
    }
  }
  return tally;
}

// Solids and intruders, also wholly within: collide() through trees, and `inside` of points by cells.
inline Tally check_bsp_solids(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const PoseKind kind = pose_kinds[i % pose_kinds.size()];
    const double size = std::pow(10.0, dice.uniform(-3, 3));
    const Vec3 offset = dice.direction() * (dice.chance(3) ? 0 : size * std::pow(10.0, dice.uniform(0, 6)));
    const Body solid{random_solid(dice), {random_linear(dice, kind, size), offset}};
    Body other = random_intruder(dice, solid);
    if (dice.chance(3)) other.pose.translation = other.pose.translation + solid.pose.linear * Vec3{0, 0, 1.5};
    const auto pairs = brute_force(solid, other, triangles_meet);
    const bool expected = !pairs.empty() || holds_part_of(solid, other, dice) || holds_part_of(other, solid, dice);
    tally.count(name(kind), expected);
    const std::string fault =
        fault_in_bsp_collide(solid, other, tree_kinds[dice.bits() % 4], tree_kinds[dice.bits() % 4], pairs, expected);
    if (!fault.empty()) {
      tally.failure =
          std::string(name(kind)) + ", case " + std::to_string(i) + ": " + fault + "\n" + lines(solid, other);
      return tally;
    }
  }
  return tally;
}

// Points in and around posed solids. Kinds are how the point was decided: by a cell, or by the exact test.
inline Tally check_bsp_inside(std::uint64_t seed, std::uint64_t solids, std::uint64_t points) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < solids; ++i) {
    const Shape shape = random_solid(dice);
    const SolidBsp tree(shape, dice.chance(2) ? paper_tree : SolidBspSettings{.axial_above = 32});
    const SolidCells cells(tree);
    const double size = std::pow(10.0, dice.uniform(-3, 3));
    const Vec3 offset = dice.direction() * (dice.chance(3) ? 0 : size * std::pow(10.0, dice.uniform(0, 6)));
    const Body body{shape, {random_linear(dice, pose_kinds[i % pose_kinds.size()], size), offset}};
    const std::vector<Triangle> triangles = posed_triangles(body);
    const oracle::RayTarget target(triangles);
    for (std::uint64_t k = 0; k < points; ++k) {
      Vec3 local = dice.in_cube(1.2);
      if (dice.chance(3)) {  // near the surface
        const Triangle t = shape.triangle(static_cast<std::uint32_t>(dice.bits() % shape.triangle_count()));
        const double s = dice.uniform(0, 1), r = dice.uniform(0, 1 - s);
        local = t.a + (t.b - t.a) * s + (t.c - t.a) * r + dice.direction() * std::pow(10.0, dice.uniform(-17, -2));
      }
      const Vec3 point = body.pose * local;
      const Triangle spot{point, point, point};
      if (std::any_of(triangles.begin(), triangles.end(), [&](const Triangle& t) { return triangles_meet(t, spot); }))
        continue;  // on the surface
      std::optional<int> winding;
      while (!winding) winding = target.winding(point, dice.direction());
      const bool expected = *winding * determinant_sign(body.pose.linear) >= 1;
      const CellsResult result = inside(cells, body.pose, point);
      tally.count(result.exact ? "exact" : "cell", expected);
      if (result.status != Status::ok || result.inside != expected) {
        tally.failure = "solid " + std::to_string(i) + ", point " + std::to_string(k) + ": expected " +
                        (expected ? "inside" : "outside") + "\n" + define_line("a", shape);
        return tally;
      }
    }
  }
  return tally;
}

// Does the triangle have a point in the closed box? Exact.
inline bool meets_box(const Triangle& t, const Box& box, const Shape& box_surface) {
  if (!overlap(property::box_of(t), box)) return false;
  for (const Vec3 p : {t.a, t.b, t.c})
    if (overlap(Box{p, p}, box)) return true;
  for (std::uint32_t i = 0; i < box_surface.triangle_count(); ++i)
    if (triangles_meet(t, box_surface.triangle(i))) return true;
  return false;
}

inline Shape surface_of(const Box& box) {
  scenes::MeshData cube = scenes::cube(1);
  for (Vec3& v : cube.vertices)
    for (int k = 0; k < 3; ++k) v[k] = v[k] < 0 ? box.lo[k] : box.hi[k];
  return mesh_of(cube);
}

// World boxes against posed bodies: every triangle that meets the box is a candidate, and candidates are sorted. A hit
// is a box that meets the body.
inline Tally check_bsp_boxes(std::uint64_t seed, std::uint64_t count, bool extreme) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  while (tally.total().cases < count) {
    Body body;
    double size = std::pow(10.0, dice.uniform(-3, 3));
    if (extreme) {
      size = extreme_size(dice);
      body = extreme_body(dice, size, 16);
      body.pose.translation = dice.direction() * (dice.chance(2) ? 0 : size * std::pow(10.0, dice.uniform(-1, 6)));
    } else {
      const Vec3 offset = dice.direction() * (dice.chance(3) ? 0 : size * std::pow(10.0, dice.uniform(0, 6)));
      body = {random_surface(dice, 40), {random_linear(dice, pose_kinds[dice.bits() % 6], size), offset}};
    }
    const std::vector<Triangle> triangles = posed_triangles(body);
    if (fault(body.pose) != PoseFault::none || !in_range(triangles)) continue;
    const TreeKind kind = tree_kinds[dice.bits() % 4];
    const auto tree = make_tree(kind, body.shape);
    std::string wrong = tree->validate();
    for (int k = 0; k < 4 && wrong.empty(); ++k) {
      // Around a corner of a triangle, or a little off.
      const Triangle& t = triangles[dice.bits() % triangles.size()];
      const Vec3 start = (t.a * 0.5 + t.b * 0.5) + dice.direction() * (size * dice.pick({0.0, 0.05, 0.3}));
      const Vec3 half = abs(dice.in_cube(size * dice.pick({0.0, 0.02, 0.2})));
      Box box{start - half, start + half};
      if (!is_finite(box.lo) || !is_finite(box.hi)) continue;
      const Shape surface = surface_of(box);
      std::vector<std::uint32_t> found, expected;
      for (std::uint32_t i = 0; i < triangles.size(); ++i)
        if (meets_box(triangles[i], box, surface)) expected.push_back(i);
      Counters counters;
      if (candidates_in({tree.get(), body.pose}, box, found, counters) != Status::ok) wrong = "status";
      if (!std::is_sorted(found.begin(), found.end()) || std::adjacent_find(found.begin(), found.end()) != found.end())
        wrong = "candidates that are not ascending, each once";
      if (!std::includes(found.begin(), found.end(), expected.begin(), expected.end())) wrong = "a triangle left out";
      tally.count(name(kind), !expected.empty());
    }
    if (!wrong.empty()) {
      tally.failure = std::string(name(kind)) + ": " + wrong + "\n" + define_line("a", body.shape);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
