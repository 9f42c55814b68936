// find_distance() of whole bodies against the rational oracle over all pairs of posed triangles.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/oracle/distance_oracle.h"
#include "tests/property/mesh_pairs.h"

namespace graze::property {

// What is wrong with the distance of two surfaces; empty when nothing is.
inline std::string fault_in_exact_distance(const Body& a, const Body& b, const std::vector<Triangle>& triangles_a,
                                           const std::vector<Triangle>& triangles_b, const oracle::Distance& truth) {
  using oracle::exact;
  using oracle::Rational;
  const DistanceResult r = find_distance(a, b);
  if (r.status != Status::ok || r.beyond) return "status";
  if ((r.distance == 0) != truth.zero()) return "zero, or not";
  if (collide(a, b).yes() != truth.zero()) return "collide";
  Box all;
  for (const auto* side : {&triangles_a, &triangles_b})
    for (const Triangle& t : *side) all = merge(all, merge(merge(merge(Box{}, t.a), t.b), t.c));
  if (!(r.bound <= 1e-12 * length(all.hi - all.lo))) return "the bound is " + std::to_string(r.bound);
  const Rational low = exact(r.distance) - exact(r.bound), high = exact(r.distance) + exact(r.bound);
  if (truth.compare(high) > 0 || (low > 0 && truth.compare(low) < 0)) return "farther off than the bound";
  if (truth.compare(exact(r.upper)) > 0 || (r.lower > 0 && truth.compare(exact(r.lower)) < 0)) return "bracket";

  // The points: on the named triangles, and as far apart as the distance says.
  const auto off = [&](Vec3 point, const Triangle& t) {
    return oracle::exact_distance(t, {point, point, point}).compare(exact(r.point_bound)) > 0;
  };
  if (off(r.point_a, triangles_a[r.feature_a.triangle]) || off(r.point_b, triangles_b[r.feature_b.triangle]))
    return "a point is off its triangle";
  const Rational slack = 2 * exact(r.point_bound) + 2 * exact(r.bound), least = exact(r.distance) - slack;
  const oracle::Distance apart =
      oracle::exact_distance({r.point_a, r.point_a, r.point_a}, {r.point_b, r.point_b, r.point_b});
  if (apart.compare(exact(r.distance) + slack) > 0 || (least > 0 && apart.compare(least) < 0)) return "points apart";
  return {};
}

inline Tally check_exact_distances(std::uint64_t seed, std::uint64_t count, std::uint32_t triangles) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const PoseKind kind = pose_kinds[i % pose_kinds.size()];
    auto [a, b] = random_bodies(dice, kind, triangles);
    // Half of them are put farther apart, some much farther.
    const double scale = length(b.pose.translation - a.pose.translation);
    if (dice.chance(2))
      b.pose.translation = b.pose.translation + dice.direction() * (scale * std::pow(10.0, dice.uniform(-3, 4)));
    const std::vector<Triangle> triangles_a = posed_triangles(a), triangles_b = posed_triangles(b);
    const oracle::Distance truth = oracle::exact_distance(triangles_a, triangles_b).distance;
    tally.count(name(kind), truth.zero());
    const std::string fault = fault_in_exact_distance(a, b, triangles_a, triangles_b, truth);
    if (!fault.empty()) {
      tally.failure = std::string(name(kind)) + ", case " + std::to_string(i) + ": " + fault + "\n" + lines(a, b);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
