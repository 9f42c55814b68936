// Is a solid as thick as that somewhere?
#pragma once

#include "graze/query.h"

namespace graze {

// Is a ball of the radius found in the body, a solid of triangles, with no triangle in it? True is proven; false is no
// proof of the opposite, and the answer for any other body. A few places behind the largest triangles are tried.
GRAZE_API bool holds_ball(const Body& body, double radius) noexcept;

}  // namespace graze
