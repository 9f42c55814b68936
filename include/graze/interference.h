// How much of two solids is in each other, as people who look for clashes mean it: how far common points are from the
// surfaces, and the volume of what is in common (docs/interference.md).
#pragma once

#include "graze/penetration.h"

namespace GRAZE_API graze {

// How much work is put into an interference.
struct InterferenceSettings {
  double precision = 1e-2;                // the bracket of the penetration: (upper - lower) <= precision * lower
  std::uint64_t budget = default_budget;  // of the penetration alone; the default is 2^25 units
  // Where the bracket does not tell whether the penetration is more than this, a proof that it is not is tried, too, of
  // solids that are flush but for less: `upper` is this then. 0: none.
  double threshold = 0;
};

// The local penetration of two solids is the greatest distance that a common point has from the boundary of either:
// the larger of both. It is small for a shaft that is pressed into its bore, where the depth of find_penetration() is
// the way out along the axis; and at least as large as any ball that fits into what is in common.
struct [[nodiscard]] InterferenceResult : Outcome {
  // The local penetration is between them, also where the budget is spent (Status::budget); 0 when there is no common
  // point. Wider than asked for, too, where shells of a solid run through each other.
  double lower = unknown_number, upper = unknown_number;
  Vec3 point = unknown_point;  // a common point, up to rounding, as deep as `lower`
  // The volume of what is in common is between them; far apart where shells of a solid run through each other.
  double volume_lower = unknown_number, volume_upper = unknown_number;
  Box box;            // around what is in common, but for parts of it thinner than 1e-11 of its size; else empty
  Counters counters;  // the work that was done
};

// Of solids of triangles: meshes, polyhedra, boxes, convex shapes, compounds of these; others are unsupported. Bodies
// with coordinates from 2^300 on, or smaller than 2^-300, are out of range. Swapping a and b changes nothing but last
// places of the volume.
InterferenceResult find_interference(const Body& a, const Body& b, const InterferenceSettings& settings = {}) noexcept;

}  // namespace graze
