// The table of find_penetration and find_signed_distance.
#pragma once

#include <limits>

#include "graze/penetration.h"
#include "narrow/families.h"
#include "narrow/table.h"

namespace graze {

// What is proven while the depth is searched: where the budget is spent, it is the answer.
struct DepthSoFar {
  PenetrationSettings settings;
  double lower = 0, upper = std::numeric_limits<double>::infinity();

  bool beyond() const { return lower > settings.max; }
};

// The functions take the bodies either way round.
using DepthCell = Cell<PenetrationResult(const Body&, const Body&, DepthSoFar&)>;
extern const Table<DepthCell> depth_ways;

}  // namespace graze
