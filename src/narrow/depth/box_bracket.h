// How deep two boxes are in each other, on their posed corners, to within a few last places; narrow/depth/
// box_penetration.h begins with the wider bounds of convex/box_axes.h.
//
// The bodies are the hulls of eight posed, rounded corners each. Without rounding they were parallelepipeds A and B
// with the columns of the poses as edges, and the boundary of A - B would be faces across the normals of the faces of A
// and of B, and across an edge of each. Every corner of such a face is a difference of a corner of A and one of B,
// which the signs of the products of its normal m with the edges tell. Put the posed corners in their place, and cut
// each face into triangles: a closed surface within the difference of the bodies. A triangle is at least as far from
// the origin as the least of p . m over its corners p, for any unit m. While all of these are positive, before and
// after, the surface does not pass over the origin on the straight way from the corners without rounding to those with,
// so that the origin stays inside: the difference, which is convex, has a ball about it whose radius is the least of
// these numbers. That is a lower bound of the depth.
//
// The parallelepipeds need not be the ones of the poses, only have their corners within a part of the depth of the
// posed ones. So edges with an angle of sine up to t = 2^-48 and 8 times the skew between them are taken as parallel:
// they make no face, and there are no slivers. A product of m and an edge up to t may have either sign: then both
// corners count, which can only make the bound smaller. Faces that are farther than the least by more than the bounds
// of convex/box_axes.h need no look.
#pragma once

#include "convex/box_axes.h"

namespace graze {

// Corner k is up along axis i when bit i of k is set.
struct BoxCorners {
  Vec3 p[8];
  Vec3 most;           // magnitudes, by coordinate
  double largest = 0;  // of these

  BoxCorners(Vec3 half, const Pose& pose) noexcept;
};

struct BoxBracket {
  double lower = 0;    // proven, of bodies that are not moved
  double overlap = 0;  // of a above the lowest of b, along the normal; rounded
  Vec3 normal;         // unit but for 4u, from a to b
};

// False where edges are almost parallel, but not as nearly as above. `axes` are those of a and b, none of them parting,
// with a lower bound above 256 of their rounding.
bool find_box_bracket(const SquareBox& a, const SquareBox& b, const BoxAxes& axes, const BoxCorners& corners_a,
                      const BoxCorners& corners_b, BoxBracket& result) noexcept;

// How far the farthest corner is along a vector that is unit but for 4u: hi + lo, to within 2^-97 of the largest
// coordinate, and exactly where the vector is one of an axis of the world.
struct FarCorner {
  double hi, lo;
};
FarCorner far_corner(const BoxCorners& corners, Vec3 along) noexcept;

// How far a reaches above the lowest of b, for their farthest corners along m and -m; not above 0: a plane across m
// parts them, which is proven. `size`: the largest coordinate of both.
double proven_overlap(const FarCorner& a, const FarCorner& b, Vec3 m, double size) noexcept;

// How far a corner of either box may be from where a translation by up to `far`, not rounded, would have it: as
// rounding_of_motion (narrow/depth/way_out.h), by coordinate and in half last places. `translations`: the magnitudes of
// the larger of both.
double rounding_of_boxes(const BoxCorners& a, const BoxCorners& b, Vec3 translations, double far) noexcept;

// Not below the length of a vector of ordinary size; the least such double, or the next.
double fine_length_up(Vec3 v) noexcept;

}  // namespace graze
