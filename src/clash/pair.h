// One pair of parts: its class, depth or gap, and where.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "clash/cylinders.h"
#include "graze/clash.h"

namespace graze {

struct PairOutcome {
  std::optional<Clash> clash;  // a, b, id and box are left to the caller
  std::string undecided;       // why nothing is claimed; else empty
};

// Two bodies, and what was found out about each alone.
struct PairParts {
  const Body& a;
  const Body& b;
  std::span<const Cylinder> cylinders_a, cylinders_b;
};

// Within settings.budget, of which the class has the half and each measure a quarter.
PairOutcome check_pair(const PairParts& parts, const ClashSettings& settings);

}  // namespace graze
