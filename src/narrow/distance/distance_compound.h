// distance for compounds: pairs of leaves in the order of the distance of their boxes.
#pragma once

#include "graze/query.h"

namespace graze {

// At least one of the two is a compound. Triangles are numbered as find_part() says.
DistanceResult compound_distance(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache);

}  // namespace graze
