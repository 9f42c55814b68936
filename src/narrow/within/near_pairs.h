// Every pair of triangles that is no farther apart than a reach.
#pragma once

#include <vector>

#include "narrow/body/reach.h"
#include "narrow/distance/nearest_search.h"

namespace graze {

// Exact, sorted. A finite reach. Of a box only the triangles of its hull count, and it must not collapse.
std::vector<TrianglePair> near_pairs(const PlacedBody& a, const PlacedBody& b, const Reach& reach, Counters& counters);

// In order, as `near_pairs` has them.
void sort_triangle_pairs(std::vector<TrianglePair>& pairs);

}  // namespace graze
