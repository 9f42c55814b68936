// Where a segment runs through a triangle, where doubles tell.
#pragma once

#include <cstdint>

#include "graze/math.h"

namespace graze {

// none: they have no common point. plain: they cross at one point, between the ends and inside of all edges; `point` is
// within exact_to of it, but for its own rounding. unknown: rounding hides it.
enum class Crossing : std::uint8_t { none, plain, unknown };
Crossing plain_crossing(Vec3 p, Vec3 q, const Triangle& t, double exact_to, Vec3& point) noexcept;

}  // namespace graze
