// Hulls that are moved until they hardly touch: what narrow/depth/facing_hulls.h tells of them against the exact
// predicate (convex_parted), some last places before and after the place where they part.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "hull/polytope.h"
#include "narrow/depth/convex_penetration.h"
#include "narrow/depth/facing_hulls.h"
#include "narrow/depth/plane_between.h"
#include "narrow/pair/convex_pair.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {

struct FacingPair {
  std::string kind;
  Body a, b;
};

inline FacingPair facing_pair(oracle::Dice& dice) {
  const auto hull = [&](bool even) {
    std::vector<Vec3> points;
    const int count = dice.integer(4, dice.chance(4) ? 60 : 16);
    while (points.size() < std::size_t(count) || convex_hull(points).dimension < 3)
      points.push_back(even ? dice.grid(-4, 4) * 0.25 : dice.direction());
    return make_convex(points);
  };
  const auto turned = [&] { return random_linear(dice, PoseKind::rigid, 1); };
  FacingPair pair;
  Pose pose_a, pose_b;
  bool even = false;
  switch (dice.integer(0, 4)) {
    case 0:
      pair.kind = "lattice";
      even = true;
      pose_b.translation = dice.grid(-6, 6) * 0.25;
      break;
    case 1: {
      pair.kind = "turned together";
      even = true;
      const Pose both{turned(), dice.in_cube(2)};
      pose_a = both;
      pose_b = both * Pose{{}, dice.in_cube(1)};
      break;
    }
    case 2: {
      pair.kind = "of other sizes, far away";
      const double size = std::pow(10.0, dice.uniform(-3, 3));
      const Vec3 at = dice.direction() * (size * std::pow(10.0, dice.uniform(0, 6)));
      pose_a = {random_linear(dice, PoseKind::scaled, size), at};
      pose_b = {random_linear(dice, PoseKind::sheared, size), at + dice.in_cube(size)};
      break;
    }
    default:
      pair.kind = "anyhow";
      pose_a = {turned(), dice.in_cube(1)};
      pose_b = {turned(), pose_a.translation + dice.in_cube(1.2)};
      break;
  }
  pair.a = {hull(even), pose_a};
  pair.b = {hull(even), pose_b};
  return pair;
}

// A hit: of hulls that are deep, one that is moved is told of without exact arithmetic.
inline Tally check_facing_hulls(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const FacingPair pair = facing_pair(dice);
    SupportBody a, b;
    if (make_supports(pair.a, pair.b, a, b) != Status::ok) continue;
    const ConvexDepth depth = convex_depth(a.set, b.set);
    if (!(depth.lower > 1e-9 * (size_of(a.box) + size_of(b.box)))) continue;
    const FacingHulls hulls(a.set, b.set, depth);
    const double exact_overlap = overlap_along(a.set, b.set, depth.normal);
    double overlap = 0;
    std::string fault;
    if (hulls.overlap(overlap) && overlap != exact_overlap) fault = "another overlap";
    const double place = 0x1p-53 * (size_of(a.box) + size_of(b.box));
    for (int k = 0; k < 4 && fault.empty(); ++k) {
      const double more = k == 0 ? 0 : place * std::pow(2.0, dice.uniform(-4, 8)) * (dice.chance(2) ? 1 : -1);
      const Vec3 v = depth.normal * -(exact_overlap + more);
      const bool move_a = dice.chance(2);
      Body moved_a = pair.a, moved_b = pair.b;
      if (move_a)
        moved_a.pose.translation = moved_a.pose.translation + v;
      else
        moved_b.pose.translation = moved_b.pose.translation - v;
      const Facing facing = hulls.look(moved_a.pose, moved_b.pose);
      tally.count(pair.kind, facing != Facing::unsure);
      if (facing == Facing::unsure) continue;
      if (convex_parted(moved_a, moved_b, depth.normal) != (facing == Facing::parted))
        fault = facing == Facing::parted ? "told parted, and not" : "told deep, and parted";
    }
    if (!fault.empty()) {
      tally.failure = "case " + std::to_string(i) + ", " + pair.kind + ": " + fault + "\n" + lines(pair.a, pair.b);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
