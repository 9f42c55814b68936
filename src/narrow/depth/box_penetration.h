// penetration of two boxes with perpendicular edges, in double, with proven bounds.
#pragma once

#include "graze/penetration.h"

namespace graze {

// A box without margin.
bool is_bare_box(const Body& body);

// False where the bounds cannot decide: the boxes are so near to touching, or of such sizes, that the general way must
// tell. Bare boxes, in the order of body_order(); their poses are finite and invertible.
bool box_penetration(const Body& a, const Body& b, PenetrationResult& result) noexcept;

}  // namespace graze
