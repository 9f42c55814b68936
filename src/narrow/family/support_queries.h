// Convex bodies against each other, and against bodies of triangles. Exact for hulls of points with any radius around
// them; certified, or undecided, where one is curved.
#pragma once

#include "convex/gjk.h"
#include "narrow/body/support_body.h"

namespace graze {

// Both are convex bodies (narrow/body/support_body.h).
CollideResult support_collide(const Body& a, const Body& b, const CollideSettings& settings);
DistanceResult support_distance(const Body& a, const Body& b, const DistanceSettings& settings);
WithinResult support_within(const Body& a, const Body& b, double tolerance);

// One of them is a convex body, the other is made of triangles.
CollideResult support_mesh_collide(const Body& a, const Body& b, const CollideSettings& settings);
DistanceResult support_mesh_distance(const Body& a, const Body& b, const DistanceSettings& settings,
                                     DistanceCache* cache);
WithinResult support_mesh_within(const Body& a, const Body& b, double tolerance);

// --- what the two share ---

// As convex_meeting(); where that leaves a curved pair open, the distance may still tell.
ConvexMeeting meeting(const Support& a, const Support& b) noexcept;
// Do the sets come within the tolerance of each other? Exact for cores of points, but where two radii and the tolerance
// have no sum in double and the answer is between its two neighbours. The bracket of undecided ones is that of their
// distance.
ConvexMeeting meeting_within(const Support& a, const Support& b, double tolerance) noexcept;
// As convex_distance(), and `meet` wherever meeting() says so.
ConvexDistance distance_between(const Support& a, const Support& b, double max) noexcept;

// The numbers and points of a distance; `coordinates` bounds those of both bodies. The features are the caller's.
void set_distance(DistanceResult& result, const ConvexDistance& found, const Support& a, const Support& b,
                  double coordinates, double max);

// What the points of a distance lie on.
Feature::Kind kind_of(const ConvexFeature& feature) noexcept;

// Bounds the coordinates of all points of a box.
double size_of(const Box& box) noexcept;

}  // namespace graze
