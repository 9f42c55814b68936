// How deep common points are below the surface of a convex solid. There the depth of a point is the least of its ways
// to the planes, which is a concave function: its greatest value over a convex set is that of a linear program, and
// over any set it is had at the middle of the solid, or on the boundary of the set.
#pragma once

#include <span>

#include "narrow/depth/convex_cut.h"
#include "narrow/depth/local_depth.h"

namespace graze {

// Of points of both, `cut` being what they have in common.
LocalDepth convex_local_depth(const ConvexFaces& own, const ConvexFaces& other, const ConvexCut& cut);

// Of points of `own` on any of the triangles, or in the solid that they bound. Nothing but `upper` is known where the
// deepest point was not proven to be in both.
LocalDepth convex_local_depth(const ConvexFaces& own, const DeepSolid& other, std::span<const Triangle> triangles,
                              Counters& counters);

}  // namespace graze
