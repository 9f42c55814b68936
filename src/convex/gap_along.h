// How far two polytopes are apart along a direction, at least.
#pragma once

#include <cstdint>

#include "convex/posed_polytope.h"

namespace graze {

struct GapAlong {
  double lower = 0;  // the distance is at least this, proven; not above 0: nothing is proven
  PosedPolytope::Support top_a, bottom_b;
};

// The direction leads from a to b, scaled as PosedPolytope::support wants it; climbing starts at the given vertices.
GapAlong gap_along(const PosedPolytope& a, const PosedPolytope& b, Vec3 direction, std::uint32_t start_a,
                   std::uint32_t start_b) noexcept;

}  // namespace graze
