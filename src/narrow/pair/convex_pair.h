// Two convex bodies: what the verbs share that ask them as sets with support functions. Exact for hulls of points with
// any radius around them; certified, or undecided, where one is curved.
#pragma once

#include "convex/gjk.h"
#include "narrow/body/support_body.h"

namespace graze {

// Faults are told in the order of the arguments.
Status make_supports(const Body& a, const Body& b, SupportBody& set_a, SupportBody& set_b);
bool of_points(const SupportBody& a, const SupportBody& b) noexcept;
// Curved bodies apart by so much are told apart without a cache, too: their brackets are narrower by far
// (convex/gjk.h). Nearer ones are asked without one, so that what is known of them does not depend on it.
double doubtful(const SupportBody& a, const SupportBody& b) noexcept;
double doubtful(double size_a, double size_b) noexcept;  // of two, one curved, by size_of() of their boxes

// As convex_meeting(); where that leaves a curved pair open, the distance may still tell.
ConvexMeeting meeting(const Support& a, const Support& b, ConvexCache* cache = nullptr, bool hasty = false) noexcept;
// Do the sets come within the tolerance of each other? Exact for cores of points, but where two radii and the tolerance
// have no sum in double and the answer is between its two neighbours. The bracket of undecided ones is that of their
// distance.
ConvexMeeting meeting_within(const Support& a, const Support& b, double tolerance) noexcept;
// As convex_distance(), and `meet` wherever meeting() says so.
ConvexDistance distance_between(const Support& a, const Support& b, double max, ConvexCache* cache = nullptr) noexcept;

// The numbers and points of a distance; `coordinates` bounds those of both bodies. The features are the caller's.
void set_distance(DistanceResult& result, const ConvexDistance& found, const Support& a, const Support& b,
                  double coordinates, double max);

// How far points of GJK may be off their cores: less than 64 units in the last place of all that goes into them.
inline double rounded_points(double coordinates) noexcept { return coordinates * 0x1p-44; }

// What the points of a distance lie on.
Feature::Kind kind_of(const ConvexFeature& feature) noexcept;
// The ends of a capsule and a segment have numbers, and the corners, edges and faces of a box; those of other
// primitives mean nothing outside.
void set_feature(ShapeForm form, const ConvexFeature& found, Feature& feature) noexcept;

// Bounds the coordinates of all points of a box.
double size_of(const Box& box) noexcept;

}  // namespace graze
