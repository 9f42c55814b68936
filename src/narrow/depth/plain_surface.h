// Solids whose triangles all bound them.
#pragma once

#include <vector>

#include "graze/query.h"

namespace graze {

// Is every triangle of the posed solid between a side that is in it, its back, and one that is not? False is no proof
// of the opposite: shells that touch in ways that are not easily told from crossing give it, too. The body is one of
// as_solid_triangles() (narrow/classify/as_solid_mesh.h).
bool plain_surface(const Body& solid);

// Which triangles may meet others elsewhere than at a common corner or edge. On any other one the windings of both
// sides are the same all over it. Empty: not known.
std::vector<bool> meeting_triangles(const Body& solid);

}  // namespace graze
