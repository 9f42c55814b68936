// Sizes of vectors and boxes that take no square root, rounded as plain sums in this order.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/math.h"

namespace graze {

// The largest component without its sign.
inline double largest(Vec3 v) noexcept { return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}); }
// The largest coordinate of a point of the box, without its sign.
inline double largest(const Box& box) noexcept { return largest(max(abs(box.lo), abs(box.hi))); }
inline double largest(const Triangle& t) noexcept { return std::max({largest(t.a), largest(t.b), largest(t.c)}); }
// The largest component with its sign.
inline double max_component(Vec3 v) noexcept { return std::max({v.x, v.y, v.z}); }
// The sum of the components without their signs: not below the length but for rounding.
inline double sum_abs(Vec3 v) noexcept { return (std::fabs(v.x) + std::fabs(v.y)) + std::fabs(v.z); }

}  // namespace graze
