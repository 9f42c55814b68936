// What the answers of the kernels become: radii around the cores, exact arithmetic where it is needed, features.
#pragma once

#include "convex/gjk_kernel.h"

namespace graze {

// Bounds of core - (a + b), both radii >= 0.
inline double lower_gap(double core, double a, double b) noexcept {
  const double sum = a + b;
  return sum == 0 ? core : (core - sum) - 0x3p-53 * (core + sum);
}
inline double upper_gap(double core, double a, double b) noexcept {
  const double sum = a + b;
  return sum == 0 ? core : (core - sum) + 0x3p-53 * (core + sum);
}

// What exact arithmetic says of cores of points; `meet` of the sets with their radii.
void refine(const Support& a, const Support& b, CoreAnswer& answer, bool& meet) noexcept;

// What the surface of depth.h says of cores, one of them curved, that the search could not tell apart.
void settle(const Support& a, const Support& b, CoreAnswer& answer) noexcept;

// Searches again along the best direction so far, while that helps, where a curved core led to a simplex that rounding
// keeps from its end.
void begin_again(const Support& a, const Support& b, CoreRequest request, CoreAnswer& answer) noexcept;

// Moves points of two cores that are apart to the surfaces around them, towards each other: along their difference, or
// the normal where they are one point.
void move_to_surface(const Support& a, const Support& b, Vec3 normal, Vec3& point_a, Vec3& point_b) noexcept;

// The indices without repetition; none of a curved core.
ConvexFeature feature(const Support& support, std::uint32_t count, const std::uint32_t (&index)[3]) noexcept;

// A request that stops when it is known whether sets of these radii meet. Radii round, a little to the careful side.
CoreRequest meeting_request(double radii) noexcept;

}  // namespace graze
