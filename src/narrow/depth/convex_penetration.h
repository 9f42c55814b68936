// penetration of two convex bodies, by their difference (convex/depth.h).
#pragma once

#include "graze/penetration.h"

namespace graze {

// Any two primitives but half-spaces (narrow/body/support_body.h).
PenetrationResult convex_penetration(const Body& a, const Body& b);

// Has a plane one body on its one side and the other on its other? True is proven, and false, too, unless a body is
// curved or has a radius and they touch to within rounding. `normal`: a guess, from a to b.
bool convex_parted(const Body& a, const Body& b, Vec3 normal);

}  // namespace graze
