// Every pair of triangles that is no farther apart than a reach.
#pragma once

#include <vector>

#include "narrow/body/reach.h"
#include "narrow/distance/nearest_search.h"

namespace graze {

// Exact, sorted. A finite reach. Of a box only the triangles of its hull count, and it must not collapse.
std::vector<TrianglePair> near_pairs(const PlacedBody& a, const PlacedBody& b, const Reach& reach, Counters& counters);

// Is the first a point or segment, with a radius or without, and the other a mesh? Then it descends the tree of the
// mesh by itself, and its own placement is not asked for.
bool descends(const PlacedBody& core, const PlacedBody& mesh) noexcept;

// In order, as `near_pairs` has them.
void sort_triangle_pairs(std::vector<TrianglePair>& pairs);

}  // namespace graze
