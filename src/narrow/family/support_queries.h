// Convex bodies against each other, and against bodies of triangles. Exact for hulls of points with any radius around
// them; certified, or undecided, where one is curved.
#pragma once

#include "convex/gjk.h"
#include "narrow/body/support_body.h"

namespace graze {

// Both are convex bodies (narrow/body/support_body.h).
CollideResult support_collide(const Body& a, const Body& b, const CollideSettings& settings,
                              PairCache* cache = nullptr);
DistanceResult support_distance(const Body& a, const Body& b, const DistanceSettings& settings,
                                PairCache* cache = nullptr);
WithinResult support_within(const Body& a, const Body& b, double tolerance, PairCache* cache = nullptr);
// support_distance() of two convex hulls, within a budget, for callers that hold the standard floating-point state.
// False where lengths near the end of the doubles need more care: nothing is said then.
bool hull_distance(const Body& a, const Body& b, const DistanceSettings& settings, std::uint64_t budget,
                   PairCache* cache, DistanceResult& result) noexcept;

// One of them is a convex body, the other is made of triangles.
CollideResult support_mesh_collide(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache);
DistanceResult support_mesh_distance(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache);
WithinResult support_mesh_within(const Body& a, const Body& b, double tolerance, PairCache* cache);

// --- what the two share ---

// As convex_meeting(); where that leaves a curved pair open, the distance may still tell.
ConvexMeeting meeting(const Support& a, const Support& b, ConvexCache* cache = nullptr) noexcept;
// Do the sets come within the tolerance of each other? Exact for cores of points, but where two radii and the tolerance
// have no sum in double and the answer is between its two neighbours. The bracket of undecided ones is that of their
// distance.
ConvexMeeting meeting_within(const Support& a, const Support& b, double tolerance) noexcept;
// As convex_distance(), and `meet` wherever meeting() says so.
ConvexDistance distance_between(const Support& a, const Support& b, double max, ConvexCache* cache = nullptr) noexcept;

// The numbers and points of a distance; `coordinates` bounds those of both bodies. The features are the caller's.
void set_distance(DistanceResult& result, const ConvexDistance& found, const Support& a, const Support& b,
                  double coordinates, double max);

// What the points of a distance lie on.
Feature::Kind kind_of(const ConvexFeature& feature) noexcept;
// The ends of a capsule and a segment have numbers, and the corners, edges and faces of a box; those of other
// primitives mean nothing outside.
void set_feature(ShapeForm form, const ConvexFeature& found, Feature& feature) noexcept;

// Bounds the coordinates of all points of a box.
double size_of(const Box& box) noexcept;

}  // namespace graze
