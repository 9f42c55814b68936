// Two half-spaces have common points unless their normals are exactly opposite and the gap between the planes is more
// than their margins.
#pragma once

#include "graze/query.h"

namespace graze {

// Numbers whose magnitude is neither 0 nor between 2^-300 and 2^300 are out of range.
CollideResult halfspaces_collide(const Body& a, const Body& b, const CollideSettings& settings);
DistanceResult halfspaces_distance(const Body& a, const Body& b, const DistanceSettings& settings);
WithinResult halfspaces_within(const Body& a, const Body& b, double tolerance);

// Exactly: have they common interior?
Status halfspaces_overlap(const Body& a, const Body& b, bool& overlap);
// Exactly: is a in the half-space that `complement` is the rest of, when that has the margin?
Status halfspace_in(const Body& a, const Body& complement, double margin, bool& in);

}  // namespace graze
