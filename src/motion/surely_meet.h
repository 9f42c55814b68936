// A proof in double that two triangles meet although their corners are known to within an error only.
#pragma once

#include "graze/math.h"

namespace graze {

// Every two triangles whose corners are within `error` of these, in each coordinate, have a common point: an edge of
// one passes through the inside of the other. False says nothing.
bool surely_meet(const Vec3* a, const Vec3* b, double error) noexcept;

}  // namespace graze
