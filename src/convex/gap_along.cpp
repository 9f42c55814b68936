#include "convex/gap_along.h"

namespace graze {

GapAlong gap_along(const PosedPolytope& a, const PosedPolytope& b, Vec3 direction, std::uint32_t start_a,
                   std::uint32_t start_b) noexcept {
  GapAlong gap;
  gap.top_a = a.support(direction, start_a);
  gap.bottom_b = b.support(-direction, start_b);
  // The difference, the length and the quotient round by less than 6 units in the last place together.
  const double lower = (-gap.bottom_b.upper - gap.top_a.upper) / length(direction);
  gap.lower = lower > 0 ? lower * (1 - 0x1p-50) : lower;
  return gap;
}

}  // namespace graze
