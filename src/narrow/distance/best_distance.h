// Distances for searches that go on from what is found.
#pragma once

#include "graze/query.h"

namespace graze {

// find_distance(), but where that is undecided its points, normal and features are those of the upper bound, and
// `distance` is between the bounds.
GRAZE_API DistanceResult best_distance(const Body& a, const Body& b, const DistanceSettings& settings = {},
                                       PairCache* cache = nullptr) noexcept;

}  // namespace graze
