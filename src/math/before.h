// The order of points by x, then y, then z. -0 and 0 are the same number in it.
#pragma once

#include "graze/math.h"

namespace graze {

inline bool before(Vec3 p, Vec3 q) { return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z; }

}  // namespace graze
