// Which bodies have no interior.
#pragma once

#include <vector>

#include "narrow/body/members.h"

namespace graze {

// Of a body that is no compound, and whose pose has been checked. Surfaces, segments and points, hulls that are flat
// once they are posed, and solids of triangles around which nothing winds once they are.
bool lacks_interior(const Body& body);
// False is sure, in a few operations; solids of triangles are taken to have one.
bool may_lack_interior(const Body& body) noexcept;

// The leaves that have an interior; all of them when none has.
std::vector<Member> leaves_that_count(std::vector<Member> leaves);

}  // namespace graze
