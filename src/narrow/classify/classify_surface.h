// The classes of pairs with a surface, as clashes tell them apart.
#pragma once

#include "graze/solid.h"

namespace graze {

// classify() takes bodies as sets: a surface has no interior, and is at most touching or a part. Here a surface
// overlaps a solid where it enters its interior, and another surface where the two cross (surfaces_cross.h).
//
// enclosed, encloses: a surface enters a solid and no point of it is outside. equal: the same set. A surface that is
// flush with the other body, or a part of its boundary, touches it. The answer is touching for bodies without common
// points, too. Unsupported for curved bodies and half-spaces.
GRAZE_API ClassifyResult classify_surface(const Body& a, const Body& b, std::uint64_t budget) noexcept;

}  // namespace graze
