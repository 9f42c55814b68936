// penetration of a half-space and any body: how far the body's lowest point is below the plane.
#pragma once

#include "graze/penetration.h"

namespace graze {

// One of the two is a half-space. Two of them are unsupported: most have no vector that parts them.
PenetrationResult halfspace_penetration(const Body& a, const Body& b);

}  // namespace graze
