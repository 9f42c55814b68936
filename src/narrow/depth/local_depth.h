// How far common points of two solids are from their surfaces: the greatest distance, bracketed.
//
// The greatest distance of a common point from the surface of A is had on the surface of B, or at a place in the
// interior of B from where every step is one towards the surface of A: a local maximum. Where A is convex there is a
// closed form (narrow/depth/convex_local_depth.h). Else the first are searched in pieces of the triangles of B, the
// others in tetrahedra, the most promising first. What any of them reaches is the value of a game over the triangles of
// A that are near (narrow/depth/max_min.h). A tetrahedron has no local maximum where a direction leads out of all
// triangles of A that may be nearest to a point of it: a step the other way leads away from all of them.
#pragma once

#include <span>

#include "graze/query.h"

namespace graze {

struct ConvexFaces;

struct LocalDepth {
  double lower = 0, upper = 0;
  Vec3 point;          // a common point that is `lower` away from one of the surfaces
  bool spent = false;  // the budget was: the bracket is wider than asked for
};

// A body of as_solid_triangles() (narrow/classify/as_solid_mesh.h).
struct DeepSolid {
  const Body& body;
  std::span<const Triangle> triangles;  // posed, counter-clockwise from outside
  // As plain_surface() (narrow/depth/plain_surface.h) says. Of a solid that is not plain only some faces are known to
  // bound it.
  bool plain;
  const ConvexFaces* convex = nullptr;  // where it is
};

// Where to look: what of the surface of each body is in the other, up to an error, and a box around all common points,
// up to the same error.
struct DeepRegion {
  std::span<const Triangle> faces_a, faces_b;
  Box box;
  double error = 0;
  bool cut = false;  // else the faces are all triangles of the bodies
};

// Searched until the bracket is no wider than `precision` times the lower end, or 2^-24 of the size of the bodies.
LocalDepth local_depth(const DeepSolid& a, const DeepSolid& b, const DeepRegion& region, double precision,
                       Counters& counters);

}  // namespace graze
