// A convex solid with few faces, and what is inside of it: exact on the posed doubles.
//
// The planes of its triangles each have all corners of the solid on one side, or in them, and every triangle that
// bounds is in one of them: so all of these are in the boundary of the polytope between the planes. What has no
// boundary of its own on such a surface goes around it everywhere as often: the winding number is one number inside.
// Where it is not below 1, the solid is the polytope, and holds every solid whose corners are all on the inner sides.
#pragma once

#include "narrow/inside/winding_near.h"

namespace graze {

// Is the shell a convex solid that holds all of the other, and more than that, as no corner of the other is in one of
// its planes? A false says nothing.
bool shell_holds(const SolidBody& shell, const SolidBody& other, Counters& counters);

}  // namespace graze
