// Pairs with a surface that cross, or lie in each other, only by what the contact tolerance allows.
#pragma once

#include <cstdint>

#include "graze/query.h"

namespace graze {

// Is there a translation of at most `contact` after which the two only touch, or are apart? Then no point of a surface
// is deeper in the other body than that. Tries the normals of triangles that meet; false says nothing.
bool touch_within(const Body& a, const Body& b, double contact, std::uint64_t budget);

}  // namespace graze
