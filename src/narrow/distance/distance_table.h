// The table of find_distance.
#pragma once

#include "narrow/distance/distance_ways.h"
#include "narrow/families.h"
#include "narrow/table.h"

namespace graze {

using DistanceCell = Cell<DistanceResult(const Body&, const Body&, const DistanceSettings&, PairCache*),
                          bool(const Body&, const Body&, const DistanceSettings&, DistanceResult&) noexcept,
                          DistanceResult(PlacedLater&, PlacedLater&, const DistanceSettings&, PairCache*)>;
extern const Table<DistanceCell> distance_ways;

// By the closed form that the table has for the two kinds, if any; says whether it knows. Of handles that are not
// empty.
bool closed_distance(const Body& a, const Body& b, const DistanceSettings& settings, DistanceResult& result) noexcept;

}  // namespace graze
