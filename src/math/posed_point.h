// The posed vertex of the contract (graze/math.h), for code that is compiled as the library is: always inlined, as
// api.h says why.
#pragma once

#include "graze/math.h"

namespace graze {

GRAZE_INLINE Vec3 posed(const Pose& pose, Vec3 p) noexcept { return pose.linear * p + pose.translation; }

}  // namespace graze
