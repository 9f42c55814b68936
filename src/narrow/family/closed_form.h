// Closed forms for pairs of primitives: points, segments and balls around them with each other; a ball or point with a
// box, cylinder or cone; two boxes, as far as yes and no go. In double, with bounds on all that rounding does; nothing
// is prepared.
//
// Each function says whether it knows: false leaves the question to the way of the table (narrow/methods.h), which is
// exact or certified for every input. That happens near ties, and where numbers, poses or margins are out of the
// ordinary. Swapping the arguments mirrors the answer, and whether there is a distance.
#pragma once

#include "graze/query.h"

namespace graze {

// Of handles that are not empty.
bool closed_collide(const Body& a, const Body& b, const CollideSettings& settings, CollideResult& result) noexcept;
bool closed_distance(const Body& a, const Body& b, const DistanceSettings& settings, DistanceResult& result) noexcept;
// tolerance >= 0, finite or not.
bool closed_within(const Body& a, const Body& b, double tolerance, WithinResult& result) noexcept;

}  // namespace graze
