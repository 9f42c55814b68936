// Do two boxes meet? In double, with proven bounds.
#pragma once

#include "graze/query.h"

namespace graze {

// True when that is decided, and the answer set; false for anything but two boxes with perpendicular edges and without
// margins, and where they touch to within rounding.
bool box_collide(const Body& a, const Body& b, CollideResult& result) noexcept;

}  // namespace graze
