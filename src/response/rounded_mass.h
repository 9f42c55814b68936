// What a convex polytope weighs together with everything within a radius.
#pragma once

#include "graze/dynamics.h"
#include "hull/polytope.h"

namespace graze {

// Of density 1. `core` is the polytope alone; of a flat one its volume is 0. Dimension 2 or 3.
MassProperties of_rounded(const Polytope& hull, const MassProperties& core, double radius);

}  // namespace graze
