// The posed vertex of the contract (graze/math.h), for code that is compiled as the library is.
#pragma once

#include "graze/math.h"

namespace graze {

inline Vec3 posed(const Pose& pose, Vec3 p) noexcept { return pose.linear * p + pose.translation; }

}  // namespace graze
