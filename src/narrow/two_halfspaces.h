// Two half-spaces have common points unless their normals are exactly opposite and there is a gap between the planes.
#pragma once

#include "graze/query.h"

namespace graze {

// Numbers whose magnitude is neither 0 nor between 2^-300 and 2^300 are out of range.
CollideResult halfspaces_collide(const Body& a, const Body& b, const CollideSettings& settings);
DistanceResult halfspaces_distance(const Body& a, const Body& b, const DistanceSettings& settings);
WithinResult halfspaces_within(const Body& a, const Body& b, double tolerance);

// Have they common interior? Exact; margins are left aside.
Status halfspaces_overlap(const Body& a, const Body& b, bool& overlap);

}  // namespace graze
