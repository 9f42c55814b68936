// Closest features of two polytopes, followed from query to query (Lin and Canny 1991; V-Clip, Mirtich 1998).
//
// Two points of two convex bodies are the closest exactly when each lies in the Voronoi region of the feature that the
// other is on. From a pair of features the walk steps to a neighbouring feature whose region is violated, and the
// distance shrinks. Bodies that move little keep their features or change to neighbours, so a query that starts where
// the last one ended takes a step or two, whatever the number of vertices.
#pragma once

#include <cstdint>

#include "convex/posed_polytope.h"
#include "study/track/hull_pair.h"

namespace graze::study {

enum class TrackStatus : std::uint8_t {
  separate,  // proven: 0 < lower <= distance <= upper, and the bracket is below 1e-10 of the sizes
  meeting,   // the walk came upon a common point, up to rounding: nothing is proven but upper
  lost,      // the bracket holds, but is not narrow: a local minimum, or rounding; ask GJK
};

// The features on which the last query ended.
struct TrackCache {
  bool valid = false;
  HullFeature a, b;
};

struct TrackResult {
  TrackStatus status = TrackStatus::lost;
  double lower = 0, upper = 0;  // of the distance of the hulls of the posed vertices, whatever the status
  Vec3 point_a, point_b;        // on the hulls up to `PosedPolytope::rounding()`, `upper` apart
  Vec3 normal;                  // from a to b, unit up to rounding; 0 when meeting
  HullFeature a, b;
  std::uint32_t steps = 0;    // from features to features
  std::uint32_t escapes = 0;  // of them, out of the inside of a body, to the facet that a vertex is farthest above
  std::uint32_t climbed = 0;  // vertices evaluated for the proof
};

// A cache of other polytopes is a bad start and does no harm. Swapping a and b (and the cache) mirrors the result.
// After `most_steps` the walk stops where it is.
inline constexpr std::uint32_t enough_steps = 1000;
TrackResult track(const PosedPolytope& a, const PosedPolytope& b, TrackCache* cache = nullptr,
                  std::uint32_t most_steps = enough_steps) noexcept;

}  // namespace graze::study
