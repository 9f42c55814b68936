// Closest features by clipping (Mirtich 1998, V-Clip: Fast and Robust Polyhedral Collision Detection).
//
// As Lin and Canny's walk it goes from features to features until each is in the Voronoi region of the other's. Edges
// are not reduced to their closest points for that: an edge is clipped by the planes of a region, and the sign of the
// derivative of the distance at the ends of what is left tells where to go on. So parallel features need no case of
// their own, and features that run through each other show that the bodies meet.
//
// In doubles, whose rounding can lead it around in a circle on flat or nearly degenerate hulls: it then says so.
#pragma once

#include <cstdint>

#include "convex/posed_polytope.h"
#include "study/track/hull_pair.h"

namespace graze::study {

struct ClipResult {
  enum class State : std::uint8_t { apart, meeting, lost };
  State state = State::lost;
  HullFeature a, b;  // where it ended
  double depth = 0;  // meeting: how deep the last features are in each other
  std::uint32_t steps = 0;
};

// From these features, of polytopes of dimension 3.
ClipResult clip_features(const PosedPolytope& a, HullFeature start_a, const PosedPolytope& b, HullFeature start_b);

}  // namespace graze::study
