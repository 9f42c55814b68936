// In, on or outside of a solid, for points that need not be doubles.
#pragma once

#include "graze/solid.h"
#include "narrow/inside/winding_near.h"

namespace graze {

// On: there are places of the set and others infinitely near to the point.
GRAZE_API Where where(const SolidBody& solid, const ExactPoint& point, Counters& counters);

}  // namespace graze
