// The distance of two hulls of posed points by exact arithmetic: what remains when rounding ends the search of gjk.h.
#pragma once

#include <cstdint>

#include "convex/support.h"

namespace graze {

struct ExactGjk {
  bool meet = false;            // of the sets with their radii; exact
  bool cores_meet = false;      // exact
  double lower = 0, upper = 0;  // of the distance of the cores, a few units in the last place apart
  Vec3 point_a, point_b;        // of the cores, in the world
  Vec3 normal;                  // unit, from a to b; 0 when the cores meet
  std::uint32_t count = 0;      // of pairs that the points lie between
  std::uint32_t index_a[3]{}, index_b[3]{};
};

// Both cores are of points. `start`: any direction from a to b; the nearer to the truth, the fewer steps. Terminates
// because each step has a strictly nearer simplex of the finitely many there are. Slow: tens of microseconds and more.
ExactGjk exact_gjk(const Support& a, const Support& b, Vec3 start) noexcept;

}  // namespace graze
