// What of a solid is behind the planes of a convex one: the volume of what the two have in common.
#pragma once

#include "narrow/depth/convex_faces.h"

namespace graze {

struct ConvexCut {
  double volume = 0, bound = 0;  // |volume - true| <= bound
  Box box;                       // of the corners of what is left, up to rounding; empty when there are none
  Vec3 middle;                   // the mean of these corners
};

// Both convex. Each plane takes its side off the triangles of `solid`, as sets of directed edges: what is left is
// closed by a face in the plane, whatever is rounded. Every corner that is made is within some last places of the
// planes that made it. So the surface that is left stays that near to planes of either solid, and goes once around
// every point that is farther behind all of them.
ConvexCut convex_cut(const ConvexFaces& solid, const ConvexFaces& by);

}  // namespace graze
