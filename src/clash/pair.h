// One pair of parts: its class, depth or gap, and where.
#pragma once

#include <optional>
#include <string>

#include "graze/clash.h"

namespace graze {

struct PairOutcome {
  std::optional<Clash> clash;  // a, b and id are left to the caller
  std::string undecided;       // why nothing is claimed; else empty
};

PairOutcome check_pair(const Body& a, const Body& b, const ClashSettings& settings);

// Do the surfaces run through each other: is there a triangle of one with corners strictly on both sides of one of the
// other that it meets, and the other way round? Exact.
bool surfaces_cross(const Body& a, const Body& b);

}  // namespace graze
