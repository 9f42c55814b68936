// Closest-feature tracking: brackets that hold the true distance, mirrored exactly, from any start.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "convex/gjk.h"
#include "study/track/voronoi.h"
#include "tests/property/hull_pairs.h"

namespace graze::property {
using namespace study;

inline TrackResult mirrored(TrackResult result) {
  std::swap(result.a, result.b);
  std::swap(result.point_a, result.point_b);
  result.normal = -result.normal;
  return result;
}

inline bool same(const TrackResult& p, const TrackResult& q) {
  return p.status == q.status && p.lower == q.lower && p.upper == q.upper && p.point_a == q.point_a &&
         p.point_b == q.point_b && p.normal == q.normal && p.a == q.a && p.b == q.b && p.steps == q.steps;
}

inline HullFeature random_feature(oracle::Dice& dice, const Polytope& hull) {
  const auto index = [&](std::size_t count) { return static_cast<std::uint32_t>(dice.bits() % count); };
  if (hull.dimension == 0 || dice.chance(3)) return {HullFeature::Kind::vertex, index(hull.vertices.size())};
  if (hull.dimension == 1) return {HullFeature::Kind::edge, 0};
  if (dice.chance(2)) return {HullFeature::Kind::edge, index(hull.loop.size())};
  return {HullFeature::Kind::facet, index(hull.facet_count())};
}

// What a case showed: empty `fault` when all is right.
struct TrackCheck {
  std::string fault;
  bool apart = false;
  bool proven[3] = {};  // from a cold start, from its own end, from any features
};

inline TrackCheck check_track(oracle::Dice& dice, const HullPairCase& pair) {
  TrackCheck check;
  const PolytopeFrame frame_a(pair.a.polytope), frame_b(pair.b.polytope);
  const PosedPolytope a(frame_a, pair.a.pose), b(frame_b, pair.b.pose);
  const DistanceResult truth = true_distance(pair);
  check.apart = truth.distance > 0;
  const SupportTable table_a(pair.a.polytope.vertices), table_b(pair.b.polytope.vertices);
  const ConvexDistance gjk = convex_distance(support_of(table_a, pair.a.pose), support_of(table_b, pair.b.pose));
  TrackCache cache;
  const TrackResult cold = track(a, b, &cache);
  for (int start = 0; start < 3; ++start) {
    TrackCache from = cache;
    if (start == 2) from = {true, random_feature(dice, pair.a.polytope), random_feature(dice, pair.b.polytope)};
    TrackCache from_mirrored{from.valid, from.b, from.a};
    const TrackResult result = start == 0 ? cold : track(a, b, &from);
    check.proven[start] = result.status == TrackStatus::separate;
    if (!(result.lower <= truth.upper)) check.fault = "lower above the distance";
    if (!(result.upper >= truth.lower)) check.fault = "upper below the distance";
    if (!(result.lower <= gjk.upper && gjk.lower <= result.upper)) check.fault = "not the distance that GJK finds";
    if (result.status == TrackStatus::separate && gjk.relation != Relation::separate)
      check.fault = "separate, but not by GJK";
    if (result.status == TrackStatus::separate && !(truth.lower > 0)) check.fault = "separate, but they meet";
    if (start == 1 && cold.status == TrackStatus::separate && result.steps != 0)
      check.fault = "the last features are not kept";
    if (start == 0) from_mirrored.valid = false;
    if (!same(mirrored(track(b, a, &from_mirrored)), result)) check.fault = "swapping does not mirror";
  }
  return check;
}

// Hits are pairs whose distance was proven; kinds, whether they are apart and where the walk started.
inline Tally check_tracking(std::uint64_t seed, std::uint64_t count, int most_points) {
  Tally tally{.seed = seed, .kinds = {}, .failure = {}};
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    const HullPairCase pair = random_hull_pair(dice, most_points);
    const TrackCheck check = check_track(dice, pair);
    if (!check.fault.empty()) tally.failure = check.fault + "\na: " + text(pair.a) + "b: " + text(pair.b);
    tally.count(check.apart ? "apart, cold" : "meeting, cold", check.proven[0]);
    tally.count(check.apart ? "apart, warm" : "meeting, warm", check.proven[1]);
    tally.count(check.apart ? "apart, from anywhere" : "meeting, from anywhere", check.proven[2]);
  }
  return tally;
}

}  // namespace graze::property
