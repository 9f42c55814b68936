// Ways through nothing, or past a few triangles: one descent of a tree, where the search of motion/search.h would
// begin.
#pragma once

#include <span>

#include "graze/motion.h"

namespace graze {

// Is the moving body surely more than `apart` away from the others at all times? A box around all of its way is, or, of
// a straight way, the hull of its points from the triangles that are in that box, one by one. False where that is not
// known: of bodies that are no cores or triangles, with or without a radius, of solid meshes that the box comes near,
// which may hold the body, and of others that move near it.
bool surely_free(const Body& moving, const Motion& motion, std::span<const MovingBody> others, double apart,
                 Counters& counters);

}  // namespace graze
