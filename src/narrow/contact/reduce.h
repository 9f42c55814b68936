// Few contacts that hold a patch as its many do.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/contacts.h"

namespace graze {

// Which of the points to keep, at most four, in order. Seen along the normal: every corner of their hull when it has at
// most four; else the two that are farthest apart and on either side the farthest from the line through them. These
// span as much of the plane (a point, a line, all of it), are as wide, and have at least half of the hull's area: the
// hull is in a rectangle as long as the two are apart, of which the kept ones fill half.
std::vector<std::uint32_t> spanning_points(std::span<const Vec3> points, Vec3 normal);

// Normals with at least this cosine between them, that of 8 degrees, may be of one patch.
inline constexpr double one_patch = 0.99;

// Of each patch those contacts that span it; `normals` are of the patches.
void reduce_patches(const std::vector<Vec3>& normals, std::vector<Contact>& contacts);

}  // namespace graze
