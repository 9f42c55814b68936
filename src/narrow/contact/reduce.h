// Few contacts that hold a patch as its many do.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/math.h"

namespace graze {

// Which of the points to keep, at most four, in order. Seen along the normal: every corner of their hull when it has at
// most four; else the two that are farthest apart and on either side the farthest from the line through them. These
// span as much of the plane (a point, a line, all of it), are as wide, and have at least half of the hull's area: the
// hull is in a rectangle as long as the two are apart, of which the kept ones fill half.
std::vector<std::uint32_t> spanning_points(std::span<const Vec3> points, Vec3 normal);

}  // namespace graze
