// The table of find_penetration and find_signed_distance.
#pragma once

#include "graze/penetration.h"
#include "narrow/families.h"
#include "narrow/table.h"

namespace graze {

// The functions take the bodies either way round.
using DepthCell = Cell<PenetrationResult(const Body&, const Body&, const PenetrationSettings&)>;
extern const Table<DepthCell> depth_ways;

}  // namespace graze
