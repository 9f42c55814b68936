// A body against itself: brute force over all pairs of its triangles.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/record.h"
#include "scenes/scenes.h"
#include "tests/property/mesh_pairs.h"

namespace graze::property {

inline bool share_a_corner(const Triangle& s, const Triangle& t) {
  for (const Vec3& p : {s.a, s.b, s.c})
    if (p == t.a || p == t.b || p == t.c) return true;
  return false;
}

// Every meeting pair without a common corner, sorted.
template <class Decide>
std::vector<TrianglePair> self_brute_force(const Body& body, Decide&& decide) {
  const std::vector<Triangle> posed = posed_triangles(body);
  std::vector<Box> boxes;
  for (const Triangle& t : posed) boxes.push_back(property::box_of(t));
  std::vector<TrianglePair> pairs;
  for (std::uint32_t i = 0; i < posed.size(); ++i)
    for (std::uint32_t j = i + 1; j < posed.size(); ++j)
      if (overlap(boxes[i], boxes[j]) && !share_a_corner(body.shape.triangle(i), body.shape.triangle(j)) &&
          decide(posed[i], posed[j]))
        pairs.push_back({i, j});
  return pairs;
}

// A surface that may meet itself: random ones of every form, pleats, and closed ones pushed together.
inline Shape random_folded(oracle::Dice& dice, std::uint32_t triangles) {
  switch (dice.integer(0, 4)) {
    case 0: {
      const scenes::MeshData cloth = scenes::cloth(triangles);
      return make_mesh(scenes::pleated(cloth, dice.uniform(0.02, 0.1)), cloth.triangles);
    }
    case 1: {
      scenes::MeshData mesh = dice.chance(2) ? scenes::sphere(triangles) : scenes::torus(triangles);
      for (Vec3& v : mesh.vertices) v.z = dice.chance(8) ? -v.z : v.z * 0.5;
      return mesh_of(mesh);
    }
    default:
      return random_surface(dice, triangles);
  }
}

inline std::string fault_in_self(const Body& body, const std::vector<TrianglePair>& expected) {
  const CollideResult yes_no = self_collide(body);
  if (yes_no.status != Status::ok || yes_no.yes() == expected.empty() || !yes_no.pairs.empty()) return "yes/no";
  for (const int threads : {1, 2, 0}) {
    const CollideResult all = self_collide(body, {.all = true, .threads = threads});
    if (all.status != Status::ok || !all.complete || all.pairs != expected) return "pairs";
    if (all.yes() == expected.empty()) return "yes/no with pairs";
  }
  return {};
}

inline Tally check_self(std::uint64_t seed, std::uint64_t count, std::uint32_t triangles, bool exact_oracle) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const PoseKind kind = pose_kinds[i % pose_kinds.size()];
    const Vec3 offset = dice.chance(3) ? Vec3{} : dice.direction() * std::pow(10.0, dice.uniform(0, 6));
    const Body body{random_folded(dice, triangles),
                    {random_linear(dice, kind, std::pow(10.0, dice.uniform(-3, 3))), offset}};
    const auto expected = exact_oracle ? self_brute_force(body, oracle::meet) : self_brute_force(body, triangles_meet);
    tally.count(name(kind), !expected.empty());
    const std::string fault = fault_in_self(body, expected);
    if (!fault.empty()) {
      tally.failure = std::string(name(kind)) + ", case " + std::to_string(i) + ": " + fault + ", where " +
                      std::to_string(expected.size()) + " pairs meet\n" + define_line("a", body.shape);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
