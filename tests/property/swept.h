// What the float kernels of volumes say about the triangles of a tree (tree/rounded_box.h), against exact decisions, on
// every instruction set: nothing that meets is lost, nothing that is apart is certain, and all sets say the same.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "narrow/body/box_hull.h"
#include "narrow/body/reach.h"
#include "narrow/body/world_volume.h"
#include "tests/property/primitives.h"
#include "tree/descend.h"

namespace graze::property {

// By triangle: not visited, visited, certain.
enum class Said : std::uint8_t { apart, maybe, certain };

struct SweptWork {
  std::uint64_t parted = 0, certain = 0, unsure = 0;  // triangles of usable cases
  std::uint64_t unusable = 0;                         // cases
};

inline std::vector<Said> descended(const ShapeData& mesh, const TreeVolume& volume, Isa isa) {
  std::vector<Said> said(mesh.triangle_count, Said::apart);
  PairWork work;
  descend(
      mesh.tree(), mesh.oriented().data(), volume.box, volume.map, false, work,
      [&](std::uint32_t i, bool certain) {
        if (said[i] != Said::apart) said.clear();  // twice
        if (said.empty()) return false;
        said[i] = certain ? Said::certain : Said::maybe;
        return true;
      },
      rounded_kernels(isa));
  return said;
}

// With `first_only`: of what is visited until something surely meets the volume, is a certain one right?
inline bool first_is_right(const ShapeData& mesh, const TreeVolume& volume, Isa isa,
                           const std::vector<char>& expected) {
  bool right = true, found = false, some = false;
  PairWork work;
  descend(
      mesh.tree(), mesh.oriented().data(), volume.box, volume.map, true, work,
      [&](std::uint32_t i, bool certain) {
        right = right && (!certain || expected[i] != 0);
        found = expected[i] != 0;
        return !found;
      },
      rounded_kernels(isa));
  for (const char met : expected) some = some || met != 0;
  return right && found == some;
}

inline std::string fault_in_swept(const Body& body, const Body& primitive, double tolerance, SweptWork& work,
                                  bool& hit) {
  PlacedBody mesh;
  Posed volume;
  if (make_posed(body, mesh.body) != Status::ok || make_posed_with_radius(primitive, volume) != Status::ok)
    return "status";
  mesh.placement = place(*mesh.body.shape, mesh.body.pose);
  const bool box = volume.shape->form == ShapeForm::box;
  const Reach reach{volume.radius, 0, tolerance};
  std::vector<char> expected(mesh.body.shape->triangle_count);
  const Triangle core = volume.triangle(0);
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    const Triangle t = mesh.body.triangle(i);
    expected[i] = box ? BoxHull(volume).meets(t) : triangles_within(core, t, reach);
    hit = hit || expected[i] != 0;
  }
  TreeVolume asked;
  if (!tree_volume(mesh.placement, world_volume(volume, reach.upper()), asked)) {
    ++work.unusable;
    return {};
  }
  const std::vector<Said> scalar = descended(*mesh.body.shape, asked, Isa::scalar);
  if (scalar.empty()) return "a triangle twice";
  for (std::size_t i = 0; i < scalar.size(); ++i) {
    if (expected[i] != 0 && scalar[i] == Said::apart) return "lost triangle " + std::to_string(i);
    if (expected[i] == 0 && scalar[i] == Said::certain) return "certain of triangle " + std::to_string(i);
    ++(scalar[i] == Said::apart ? work.parted : scalar[i] == Said::certain ? work.certain : work.unsure);
  }
  for (const Isa isa : instruction_sets()) {
    if (descended(*mesh.body.shape, asked, isa) != scalar) return "another answer of another instruction set";
    if (!first_is_right(*mesh.body.shape, asked, isa, expected)) return "the first found";
  }
  return {};
}

// A cluster of small triangles or a surface, and a volume of any size near one of its triangles, or touching it.
inline Tally check_swept(std::uint64_t seed, std::uint64_t count, std::uint32_t triangles, SweptWork& work) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const ShapeForm form = primitive_forms[i % 5];  // all but the half-space
    const PoseKind kind = pose_kinds[(i / 5) % pose_kinds.size()];
    const bool exact = kind == PoseKind::aligned;
    const double size = exact ? dice.pick({0.25, 1.0, 4.0}) : std::pow(10.0, dice.uniform(-3, 3));
    const Vec3 offset =
        dice.chance(2) ? Vec3{} : dice.grid(-1, 1) * (exact ? 0x1p10 : std::pow(10.0, dice.uniform(0, 6)));
    const Body mesh{random_surface(dice, triangles), {random_linear(dice, kind, size), offset}};
    const std::vector<Triangle> posed = posed_triangles(mesh);
    const Triangle& t = posed[dice.bits() % posed.size()];
    const double own = size * (dice.chance(3) ? std::pow(10.0, dice.uniform(-5, 3)) : dice.uniform(0.02, 1));
    const Vec3 from = dice.pick({t.a, t.b * 0.5 + t.c * 0.5, t.a * 0.5 + t.b * 0.25 + t.c * 0.25});
    const bool thin = form == ShapeForm::point || form == ShapeForm::segment;
    const double gap = thin && !dice.chance(3) ? 0 : own * dice.uniform(0, 2);
    Primitive volume = random_primitive(dice, form, from + dice.direction() * gap, own);
    if (exact && dice.chance(2)) volume.body.pose = {random_linear(dice, PoseKind::aligned, own), from};
    if (exact && volume.radius > 0) volume.body.pose.linear = {};
    const double tolerance = form == ShapeForm::box || !dice.chance(3) ? 0 : own * dice.uniform(0, 1);
    bool hit = false;
    const std::string fault = fault_in_swept(mesh, volume.body, tolerance, work, hit);
    tally.count(graze::name(form), hit);
    if (!fault.empty()) {
      tally.failure = std::string(graze::name(form)) + ", case " + std::to_string(i) + ": " + fault + "\n" +
                      lines(mesh, volume.body);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
