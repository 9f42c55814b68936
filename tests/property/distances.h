// find_distance() and within() of whole bodies against brute force over all pairs of posed triangles.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "narrow/triangle/triangle_distance.h"
#include "tests/oracle/same.h"
#include "tests/property/mesh_pairs.h"
#include "tests/property/triangle_distances.h"

namespace graze::property {

struct BruteDistance {
  double distance = std::numeric_limits<double>::infinity(), lower = distance;
  std::vector<TriangleDistance> all;  // row by row
  std::vector<Triangle> a, b;
};

inline BruteDistance brute_distance(const Body& a, const Body& b) {
  BruteDistance result;
  result.a = posed_triangles(a);
  result.b = posed_triangles(b);
  for (const Triangle& s : result.a)
    for (const Triangle& t : result.b) {
      result.all.push_back(triangle_distance(s, t));
      result.distance = std::min(result.distance, result.all.back().distance);
      result.lower = std::min(result.lower, result.all.back().distance - result.all.back().bound);
    }
  return result;
}

inline bool brute_within(const BruteDistance& brute, double tolerance) {
  for (std::size_t i = 0; i < brute.all.size(); ++i)
    if (brute.all[i].distance - brute.all[i].bound <= tolerance &&
        triangles_within(brute.a[i / brute.b.size()], brute.b[i % brute.b.size()], tolerance))
      return true;
  return false;
}

inline bool same_answer(const DistanceResult& x, const DistanceResult& y) {
  return x.status == y.status && x.beyond == y.beyond && oracle::same(x.distance, y.distance) &&
         oracle::same(x.bound, y.bound) && oracle::same(x.lower, y.lower) && oracle::same(x.upper, y.upper) &&
         oracle::same(x.point_a, y.point_a) && oracle::same(x.point_b, y.point_b) && oracle::same(x.normal, y.normal) &&
         x.feature_a == y.feature_a && x.feature_b == y.feature_b;
}

inline DistanceResult mirrored(DistanceResult r) {
  std::swap(r.point_a, r.point_b);
  std::swap(r.feature_a, r.feature_b);
  r.normal = Vec3{} - r.normal;
  return r;
}

// How far a point is from the triangle, by the certified distance.
inline double off(Vec3 p, const Triangle& t) {
  const TriangleDistance d = triangle_distance({p, p, p}, t);
  return d.distance - d.bound;
}

// What is wrong with the answers about two surfaces; empty when nothing is.
inline std::string fault_in_distance(oracle::Dice& dice, const Body& a, const Body& b, const BruteDistance& brute,
                                     double scene_size) {
  const DistanceResult r = find_distance(a, b);
  const double exact_size = 1e-12 * scene_size;
  if (r.status != Status::ok || r.beyond) return "status";
  if ((r.distance == 0) != (brute.distance == 0)) return "zero, or not";
  if ((r.distance == 0) != collide(a, b).yes()) return "zero, but collide says otherwise";
  if (!(r.bound <= exact_size)) return "the bound is " + std::to_string(r.bound);
  // The true distance is within brute.lower ... brute.distance + bound, and within r.lower ... r.upper.
  if (r.lower > brute.distance + exact_size * 0.01 || r.lower > r.distance || r.upper < r.distance ||
      !(r.distance - r.bound <= brute.distance + (brute.distance - brute.lower)) ||
      !(brute.lower <= r.distance + r.bound))
    return "the distance is " + std::to_string(r.distance) + ", brute force says " + std::to_string(brute.distance);
  const TriangleDistance& named = brute.all[std::size_t{r.feature_a.triangle} * brute.b.size() + r.feature_b.triangle];
  if (std::fabs(named.distance - r.distance) > named.bound + r.bound) return "the named triangles are not as near";
  if (off(r.point_a, brute.a[r.feature_a.triangle]) > r.point_bound) return "point_a is off its triangle";
  if (off(r.point_b, brute.b[r.feature_b.triangle]) > r.point_bound) return "point_b is off its triangle";
  if (std::fabs(length(r.point_b - r.point_a) - r.distance) > 2 * r.point_bound + r.bound + 1e-15 * r.distance)
    return "the points are not that far apart";
  if (!same_answer(find_distance(b, a), mirrored(r))) return "swapped, the answer does not mirror";

  // A cache of any content may change numbers within the bound.
  PairCache cache{true, {std::uint32_t(dice.bits() % brute.a.size()), std::uint32_t(dice.bits() % brute.b.size())}};
  for (int round = 0; round < 2; ++round) {
    const DistanceResult cached = find_distance(a, b, {}, &cache);
    if ((cached.distance == 0) != (r.distance == 0)) return "a cache changes zero";
    if (std::fabs(cached.distance - r.distance) > cached.bound + r.bound) return "a cache changes the distance";
    if (!cache.used) return "the cache is not written";
  }
  // Limits.
  if (r.distance > 0) {
    for (const double limit : {r.distance, r.distance * 1.5}) {
      const DistanceResult limited = find_distance(a, b, {.max = limit});
      if (limited.beyond || std::fabs(limited.distance - r.distance) > r.bound + limited.bound)
        return "a limit that does not matter matters";
    }
    const double limit = r.distance * dice.pick({0.0, 0.3, 0.999, 1 - 1e-9});
    const DistanceResult limited = find_distance(a, b, {.max = limit});
    if (limit < r.distance - 2 * r.bound && !limited.beyond) return "not beyond the limit";
    if (limited.beyond && (limited.lower > brute.distance + exact_size * 0.01 || limited.lower > limit ||
                           limited.lower < limit - 2 * r.bound))
      return "the lower bound beyond the limit is wrong";
  }
  // Tolerances at, near and away from the distance.
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double tolerance : {r.distance, std::nextafter(r.distance, 0.0), std::nextafter(r.distance, infinity),
                                 r.distance * 0.7, r.distance * 1.3, dice.nudge(r.distance, 8), 0.0}) {
    if (tolerance < 0) continue;
    const WithinResult forth = within(a, b, tolerance), back = within(b, a, tolerance);
    if (forth.status != Status::ok || forth.yes() != brute_within(brute, tolerance))
      return "within " + std::to_string(tolerance);
    if (back.yes() != forth.yes() || back.witness.a != forth.witness.b || back.witness.b != forth.witness.a)
      return "within does not mirror";
    if (forth.yes() && !triangles_within(brute.a[forth.witness.a], brute.b[forth.witness.b], tolerance))
      return "the witness is not within";
    PairCache any{true, {forth.witness.a, std::uint32_t(dice.bits() % brute.b.size())}};
    if (within(a, b, tolerance, {}, &any).yes() != forth.yes()) return "a cache changes within";
  }
  return {};
}

inline Tally check_distances(std::uint64_t seed, std::uint64_t count, std::uint32_t triangles) {
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
    const BruteDistance brute = brute_distance(a, b);
    Box all;
    for (const auto* side : {&brute.a, &brute.b})
      for (const Triangle& t : *side) all = merge(all, property::box_of(t));
    tally.count(name(kind), brute.distance == 0);
    const std::string fault = fault_in_distance(dice, a, b, brute, length(all.hi - all.lo));
    if (!fault.empty()) {
      tally.failure = std::string(name(kind)) + ", case " + std::to_string(i) + ": " + fault + "\n" + lines(a, b);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
