// Closest points of two features of polytopes, in double: where they are, never a proof.
#pragma once

#include <cstdint>

#include "convex/posed_polytope.h"

namespace graze::study {

struct HullFeature {
  enum class Kind : std::uint8_t { vertex, edge, facet };
  Kind kind = Kind::vertex;
  std::uint32_t index = 0;  // an edge is named by one of its half-edges, in dimension 1 by 0

  friend constexpr bool operator==(const HullFeature&, const HullFeature&) = default;
};
inline int dimension(HullFeature feature) { return static_cast<int>(feature.kind); }

// Two features with a closest pair of points in the inside of each: two vertices, a vertex and an edge, two edges, a
// vertex and a facet. Other pairs have their distance at one of these, or meet.
struct HullPair {
  HullFeature a, b;
  Vec3 point_a, point_b;
  double distance_sq = 0;
  // Across both, from a to b, of any length: the facet's normal, the cross product of the edges. It is sharper than the
  // difference of the points, which rounding moves: a gap of 1e-9 and points off by 1e-16 tilt that by 1e-7. Against
  // the difference when a vertex is below the plane of the facet.
  Vec3 axis;

  HullPair swapped() const { return {b, a, point_b, point_a, distance_sq, -axis}; }
};

// The closest points of the closed features, and the least features that hold them. All pairs but two facets.
// Distance 0 where an edge runs through a facet.
HullPair closest(const PosedPolytope& a, HullFeature feature_a, const PosedPolytope& b, HullFeature feature_b);

}  // namespace graze::study
