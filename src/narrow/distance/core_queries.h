// distance and within of placed bodies: the steps that other queries build on.
#pragma once

#include "narrow/body/reach.h"
#include "narrow/distance/nearest_search.h"

namespace graze {

// Of the triangles, and of what solids hold; any radius is left aside. settings.max is not negative.
DistanceResult core_distance(const PlacedBody& a, const PlacedBody& b, const DistanceSettings& settings,
                             PairCache* cache);
// With the radii of the bodies added to the tolerance, exactly.
WithinResult within_of(const PlacedBody& a, const PlacedBody& b, double tolerance, PairCache* cache);

}  // namespace graze
