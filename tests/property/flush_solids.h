// Solids that are flush, equal, stacked, in each other, or a billionth off: what certificates and clusters of one plane
// make of them (narrow/classify/cells.h), against the plain way of looking at every piece (tests/oracle/plain_cells.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "graze/record.h"
#include "narrow/classify/cells.h"
#include "narrow/distance/nearest_search.h"
#include "scenes/boxes.h"
#include "scenes/solid_pairs.h"
#include "tests/oracle/plain_cells.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {

// Triangles in another order, each begun at another corner.
inline void shuffle(scenes::MeshData& mesh, oracle::Dice& dice) {
  for (std::size_t i = mesh.triangles.size(); i-- > 1;)
    std::swap(mesh.triangles[i], mesh.triangles[std::size_t(dice.integer(0, int(i)))]);
  for (Index3& t : mesh.triangles) std::rotate(t.begin(), t.begin() + dice.integer(0, 2), t.end());
}

inline void turn_inside_out(scenes::MeshData& mesh, std::size_t first) {
  for (std::size_t i = first; i < mesh.triangles.size(); ++i) std::swap(mesh.triangles[i][1], mesh.triangles[i][2]);
}

// Boxes with corners on a small lattice: flush, overlapping and apart; some are cavities, some are there many times,
// some cancel.
inline scenes::MeshData lattice_boxes(oracle::Dice& dice) {
  scenes::MeshData mesh;
  const int count = dice.integer(1, 4);
  for (int i = 0; i < count; ++i) {
    const Vec3 lo{double(dice.integer(0, 2)), double(dice.integer(0, 2)), double(dice.integer(0, 2))};
    const Vec3 hi = lo + Vec3{double(dice.integer(1, 2)), double(dice.integer(1, 2)), double(dice.integer(1, 2))};
    const int copies = dice.chance(5) ? dice.integer(2, 4) : 1;
    for (int k = 0; k < copies; ++k) scenes::add_box(mesh, lo, hi);
    if (i == 0 || !dice.chance(4)) continue;
    const std::size_t first = mesh.triangles.size();
    scenes::add_box(mesh, lo, hi);
    if (dice.chance(2)) scenes::add_box(mesh, lo, hi);
    turn_inside_out(mesh, first);
  }
  return mesh;
}

inline scenes::MeshData flush_mesh(oracle::Dice& dice) {
  switch (dice.integer(0, 5)) {
    case 0:
      return scenes::cube(std::uint32_t(dice.integer(1, 3)));
    case 1:
      return scenes::pipe(std::uint32_t(dice.integer(3, 7)), 1, 0.5, dice.integer(1, 2));
    case 2: {
      scenes::MeshData mesh = scenes::cube(2);
      const std::size_t first = mesh.triangles.size();
      scenes::MeshData hole = scenes::cube(std::uint32_t(dice.integer(1, 2)));
      for (const Index3& t : hole.triangles)
        mesh.triangles.push_back({t[0] + std::uint32_t(mesh.vertices.size()),
                                  t[1] + std::uint32_t(mesh.vertices.size()),
                                  t[2] + std::uint32_t(mesh.vertices.size())});
      const Vec3 centre{dice.chance(2) ? 0.5 : 0.0, dice.chance(2) ? 0.25 : 0.0, 0};
      for (const Vec3& p : hole.vertices) mesh.vertices.push_back(p * 0.5 + centre);
      turn_inside_out(mesh, first);
      return mesh;
    }
    default:
      return lattice_boxes(dice);
  }
}

inline Mat3 lattice_turn(oracle::Dice& dice) {
  static constexpr int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  const int* order = orders[dice.integer(0, 5)];
  Vec3 column[3];
  for (int k = 0; k < 3; ++k) column[k][order[k]] = dice.chance(2) ? -1 : 1;
  return {column[0], column[1], column[2]};
}

struct FlushPair {
  std::string kind;
  Body a, b;
};

inline Pose moved(const Pose& pose, Vec3 by) { return {pose.linear, pose.translation + by}; }

inline FlushPair flush_pair(oracle::Dice& dice) {
  for (;;) {
    scenes::MeshData mesh_a = flush_mesh(dice), mesh_b = flush_mesh(dice);
    FlushPair pair;
    Pose pose_a, pose_b;
    if (dice.chance(2)) pose_a.linear = lattice_turn(dice);
    pose_b = pose_a;
    const auto step = [&] { return 0.5 * dice.integer(-4, 4); };
    switch (dice.integer(0, 6)) {
      case 0:
        pair.kind = "aligned";
        if (dice.chance(2)) pose_b.linear = lattice_turn(dice);
        pose_b.translation = {step(), step(), step()};
        break;
      case 1:
        pair.kind = "duplicate";
        mesh_b = mesh_a;
        if (dice.chance(2)) shuffle(mesh_b, dice);
        break;
      case 2:
        pair.kind = "flush copy";
        mesh_b = mesh_a;
        pose_b.translation = {step(), dice.chance(2) ? 0 : step(), dice.chance(2) ? 0 : 0.3};
        break;
      case 3: {
        pair.kind = "enclosed";
        const double size = dice.chance(2) ? 0.5 : 0.25;
        pose_b.linear = {pose_b.linear.c0 * size, pose_b.linear.c1 * size, pose_b.linear.c2 * size};
        pose_b.translation = {0.5 * step(), 0.5 * step(), 0.5 * step()};
        break;
      }
      case 4:
        pair.kind = "a billionth off";
        if (dice.chance(2)) mesh_b = mesh_a;
        pose_b.translation = Vec3{step(), step(), step()} + Vec3{dice.integer(-1, 1) * 1e-9, 1e-9, 0};
        break;
      case 5: {
        pair.kind = "turned together";
        const Pose both{random_linear(dice, PoseKind::rigid, 1), dice.in_cube(2)};
        pose_a = both * pose_a;
        pose_b = both * moved(pose_b, {step(), step(), step()});
        break;
      }
      default:
        pair.kind = "anyhow";
        pose_b = {random_linear(dice, pose_kinds[std::size_t(dice.integer(0, int(pose_kinds.size()) - 1))], 1),
                  dice.in_cube(2)};
        break;
    }
    try {
      pair.a = {make_mesh(mesh_a.vertices, mesh_a.triangles, {.solid = true}), pose_a};
      pair.b = {make_mesh(mesh_b.vertices, mesh_b.triangles, {.solid = true}), pose_b};
    } catch (const Error&) {
      continue;  // negative volume in sum
    }
    return pair;
  }
}

// Cells both ways, in both orders, and the three questions that stop early. A hit: the surfaces meet.
inline Tally check_flush_cells(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  constexpr unsigned all = Cells::both | Cells::only_a | Cells::only_b;
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    const FlushPair pair = flush_pair(dice);
    PlacedBody a, b;
    if (prepare(pair.a, a) != Status::ok || prepare(pair.b, b) != Status::ok) continue;
    Counters counters;
    const CellsFound plain = oracle::plain_cells(a, b, all, counters);
    const CellsFound found = find_cells(a, b, all, counters), back = find_cells(b, a, all, counters);
    const auto mirrored = [](unsigned seen) {
      return (seen & Cells::both) | ((seen & Cells::only_a) >> 1) | ((seen & Cells::only_b) << 1);
    };
    bool right = (found.cells.seen & all) == (plain.cells.seen & all) &&
                 (mirrored(back.cells.seen) & all) == (plain.cells.seen & all);
    // Whether surfaces meet is told of bodies without common interior.
    if (!plain.cells.has(Cells::both))
      right = right && found.surfaces_meet == plain.surfaces_meet && back.surfaces_meet == plain.surfaces_meet;
    for (const unsigned one : {Cells::both, Cells::only_a, Cells::only_b})
      right = right && find_cells(a, b, one, counters).cells.has(one) == plain.cells.has(one);
    tally.count(pair.kind, plain.surfaces_meet);
    if (!right)
      tally.failure = "case " + std::to_string(i) + ", " + pair.kind + ": cells " + std::to_string(found.cells.seen) +
                      ", backwards " + std::to_string(back.cells.seen) + ", plainly " +
                      std::to_string(plain.cells.seen) + "\n" + define_line("a", pair.a.shape) + "\n" +
                      define_line("b", pair.b.shape) + "\n" + classify_line("a", pair.a, "b", pair.b, {});
  }
  return tally;
}

}  // namespace graze::property
