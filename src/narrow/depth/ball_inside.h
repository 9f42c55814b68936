// Is a solid as thick as that somewhere?
#pragma once

#include "graze/query.h"

namespace graze {

// Is a ball of the radius found in the solid, one of as_solid_triangles() (narrow/classify/as_solid_mesh.h), with no
// triangle in it? True is proven; false is no proof of the opposite. A few places behind the largest triangles are
// tried.
bool holds_ball(const Body& solid, double radius);

}  // namespace graze
