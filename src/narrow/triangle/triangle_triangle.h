// Do two closed triangles have a common point? Exact for every finite double: crossing, touching, coplanar, sharing
// features, degenerate (a zero-area triangle is the segment or point that it is).
#pragma once

#include "graze/shape.h"

namespace graze {

bool triangles_meet(const Triangle& a, const Triangle& b) noexcept;

}  // namespace graze
