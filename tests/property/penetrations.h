// Solids deep in each other: the vector parts them by the exact predicate, and for unions of convex pieces the bounds
// hold the depth found by enumeration.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "graze/penetration.h"
#include "graze/solid.h"
#include "tests/oracle/depth_oracle.h"
#include "tests/property/solids.h"

namespace graze::property {

using Pieces = std::vector<oracle::Piece>;

inline oracle::Piece box_piece(Vec3 lo, Vec3 hi) {
  oracle::Piece piece;
  for (int i = 0; i < 8; ++i) piece.points.push_back({i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z});
  piece.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return piece;
}

inline oracle::Piece wedge_piece(Vec3 lo, Vec3 hi) {  // half of a box
  oracle::Piece piece;
  piece.points = {
      lo, {hi.x, lo.y, lo.z}, {lo.x, hi.y, lo.z}, {lo.x, lo.y, hi.z}, {hi.x, lo.y, hi.z}, {lo.x, hi.y, hi.z}};
  piece.faces = {{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {0, 3, 5, 2}};
  return piece;
}

inline oracle::Piece tetrahedron_piece(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  if (orient3d(a, b, c, d) > 0) std::swap(b, c);
  return {{a, b, c, d}, {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
}

// Convex pieces that overlap or touch, as shells of one solid.
inline Shape solid_of(const Pieces& pieces) {
  scenes::MeshData whole;
  for (const oracle::Piece& piece : pieces) {
    const auto base = static_cast<std::uint32_t>(whole.vertices.size());
    whole.vertices.insert(whole.vertices.end(), piece.points.begin(), piece.points.end());
    for (const auto& face : piece.faces)
      for (std::size_t k = 2; k < face.size(); ++k)
        whole.triangles.push_back({face[0] + base, face[k - 1] + base, face[k] + base});
  }
  return mesh_of(whole, {.solid = true});
}

inline Pieces posed_pieces(Pieces pieces, const Pose& pose) {
  for (oracle::Piece& piece : pieces)
    for (Vec3& p : piece.points) p = pose * p;
  return pieces;
}

// One to three pieces around the origin; on a grid of quarters when `even`.
inline Pieces random_pieces(oracle::Dice& dice, bool even) {
  Pieces pieces;
  const int count = dice.integer(1, 3);
  while (pieces.size() < static_cast<std::size_t>(count)) {
    const auto corner = [&] { return even ? dice.grid(-4, 4) * 0.25 : dice.in_cube(1); };
    const Vec3 p = corner(), q = corner(), lo = min(p, q), hi = max(p, q);
    if (std::min({hi.x - lo.x, hi.y - lo.y, hi.z - lo.z}) < 0.2) continue;
    switch (dice.integer(0, 2)) {
      case 0: {
        const Vec3 a = corner(), b = corner(), c = corner(), d = corner();
        if (std::fabs(dot(b - a, cross(c - a, d - a))) < 0.2) continue;
        pieces.push_back(tetrahedron_piece(a, b, c, d));
        break;
      }
      case 1:
        pieces.push_back(wedge_piece(lo, hi));
        break;
      default:
        pieces.push_back(box_piece(lo, hi));
    }
  }
  return pieces;
}

// What the exact predicate says of the bodies, one of them moved by the vector.
inline bool parted(const Body& a, const Body& b, Vec3 vector) {
  Body there = a;
  there.pose.translation = there.pose.translation + vector;
  const ClassifyResult result = classify(there, b);
  return result.status == Status::ok && (result.answer == PairClass::clear || result.answer == PairClass::touching);
}

// Empty, or what is wrong about an answer, apart from whether its numbers are good ones.
inline std::string fault_of(const Body& a, const Body& b, const PenetrationResult& result, int effort = 1) {
  const bool apart = parted(a, b, {});
  if (result.status != Status::ok) return std::string("status ") + name(result.status);
  if (!(result.lower >= 0 && result.lower <= result.depth)) return "lower above depth";
  if ((result.depth == 0) != apart || (result.vector == Vec3{}) != apart)
    return "apart or not, the depth says otherwise";
  if (!parted(a, b, result.vector)) return "the vector does not part them";
  if (!parted(b, a, Vec3{} - result.vector)) return "the opposite vector of the other does not part them";
  const PenetrationResult back = find_penetration(b, a, {.effort = effort});
  if (back.depth != result.depth || back.lower != result.lower || !(back.inside == result.inside) ||
      !(back.vector == Vec3{} - result.vector))
    return "swapping does not mirror the answer";
  return {};
}

// Shells in shells, of any size and under any pose. A pair counts as a hit when its interiors meet.
inline Tally check_penetrations(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const PoseKind kind = pose_kinds[i % pose_kinds.size()];
    const double size = std::pow(10.0, dice.uniform(-3, 3));
    const Vec3 offset = dice.direction() * (dice.chance(3) ? 0 : size * std::pow(10.0, dice.uniform(0, 6)));
    const Body a{random_solid(dice), {random_linear(dice, kind, size), offset}};
    const double other_size = size * dice.uniform(0.2, 1);
    const Vec3 there = offset + a.pose.linear * dice.in_cube(2);
    const Body b{random_solid(dice), {random_linear(dice, kind, other_size), there}};
    const PenetrationResult result = find_penetration(a, b);
    tally.count(name(kind), result.depth > 0);
    if (const std::string fault = fault_of(a, b, result); !fault.empty()) {
      tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + lines(a, b);
      return tally;
    }
  }
  return tally;
}

// Empty, or what is wrong about a depth that is asked for up to `max`, and with a budget, for the one that is not.
inline std::string limited_fault(const PenetrationResult& found, const PenetrationResult& full, double max) {
  const bool same = found.depth == full.depth && found.lower == full.lower && found.vector == full.vector &&
                    found.upper == full.upper && found.inside == full.inside;
  if (found.status == Status::budget) {
    if (!(found.lower >= 0 && found.lower <= full.depth && found.upper >= full.lower))
      return "the bounds of a spent budget do not hold";
    return found.depth == found.depth ? "a depth with a spent budget" : "";
  }
  if (found.status != full.status) return std::string("status ") + name(found.status);
  if (!found.beyond && !same) return "another depth with a limit";
  if (!found.beyond && full.lower > max) return "deeper than `max`, and not beyond";
  if (found.beyond && !(found.lower >= max && found.lower <= full.depth && full.depth > max)) return "beyond, wrongly";
  if (found.beyond && !(found.depth > std::numeric_limits<double>::max())) return "beyond, and a depth";
  return {};
}

// A hit: a limit or budget ended the search.
inline Tally check_limited_depths(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const bool boxes = i % 4 == 0, compound = i % 4 == 1;
    const auto shape = [&]() -> Shape {
      if (boxes) return make_box({dice.uniform(0.2, 1), dice.uniform(0.2, 1), dice.uniform(0.2, 1)});
      if (compound)
        return make_compound({{make_sphere(0.7), {}}, {make_box({0.3, 1, 0.4}), make_pose(dice.in_cube(0.5))}});
      return random_solid(dice);
    };
    const Body a{shape(), {random_linear(dice, PoseKind::rigid, 1), {}}};
    const Body b{shape(), {random_linear(dice, PoseKind::rigid, 1), dice.in_cube(1)}};
    const PenetrationResult full = find_penetration(a, b, {.budget = unlimited_budget});
    const char* kind = boxes ? "boxes" : compound ? "compounds" : "solids";
    if (full.status != Status::ok) continue;
    std::string fault;
    bool ended = false;
    const auto look = [&](double max, std::uint64_t budget) {
      const PenetrationResult found = find_penetration(a, b, {.max = max, .budget = budget});
      const PenetrationResult back = find_penetration(b, a, {.max = max, .budget = budget});
      ended = ended || found.beyond || found.status == Status::budget;
      if (fault.empty()) fault = limited_fault(found, full, max);
      const bool mirrored = back.status == found.status && back.beyond == found.beyond &&
                            !(back.lower < found.lower || back.lower > found.lower || back.upper < found.upper ||
                              back.upper > found.upper);
      if (fault.empty() && !mirrored) fault = "swapping changes what a limit does";
    };
    for (const double part : {0.0, 0.2, 0.5, 0.9, 1.0, 2.0}) look(part * full.depth, unlimited_budget);
    for (const double part : {0.5, 0.99, 1.0}) look(part * full.lower, unlimited_budget);
    for (int k = 0; k < 24; k += 4) look(std::numeric_limits<double>::infinity(), std::uint64_t{1} << k);
    tally.count(kind, ended);
    if (!fault.empty()) {
      tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + lines(a, b);
      return tally;
    }
  }
  return tally;
}

struct Depths {
  std::vector<double> ratios;        // depth / exact
  std::vector<double> lower_ratios;  // lower / exact
  double at(const std::vector<double>& sorted, double part) const {
    return sorted.empty() ? 0 : sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
  }
  void print() {
    std::sort(ratios.begin(), ratios.end());
    std::sort(lower_ratios.begin(), lower_ratios.end());
    for (const double part : {0.0, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0})
      std::printf("  %5.1f %% of %zu pairs: depth/exact <= %.6f, lower/exact <= %.6f\n", 100 * part, ratios.size(),
                  at(ratios, part), at(lower_ratios, part));
  }
};

// A pair counts as a hit when its interiors meet.
inline Tally check_exact_depths(std::uint64_t seed, std::uint64_t count, Depths& depths, int effort = 1) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const bool even = i % 3 == 0;
    const Pieces pieces_a = random_pieces(dice, even), pieces_b = random_pieces(dice, even);
    const Pose pose_a{},
        pose_b = even ? make_pose(dice.grid(-3, 3) * 0.25) : make_pose(dice.in_cube(0.8), dice.rotation());
    const Body a{solid_of(pieces_a), pose_a}, b{solid_of(pieces_b), pose_b};
    const double exact = oracle::DepthOracle(posed_pieces(pieces_a, pose_a), posed_pieces(pieces_b, pose_b)).depth();
    const PenetrationResult result = find_penetration(a, b, {.effort = effort});
    tally.count(even ? "grid" : "any", result.depth > 0);
    std::string fault = fault_of(a, b, result, effort);
    const double slack = 1e-12;
    if (fault.empty() && result.lower > exact + slack) fault = "lower above the exact depth " + std::to_string(exact);
    if (fault.empty() && result.depth < exact - slack) fault = "depth below the exact one " + std::to_string(exact);
    if (!fault.empty()) {
      tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + lines(a, b);
      return tally;
    }
    if (exact < 1e-6) continue;
    depths.ratios.push_back(result.depth / exact);
    depths.lower_ratios.push_back(result.lower / exact);
  }
  return tally;
}

inline Tally check_exact_depths(std::uint64_t seed, std::uint64_t count) {
  Depths depths;
  const Tally tally = check_exact_depths(seed, count, depths);
  depths.print();
  return tally;
}

}  // namespace graze::property
