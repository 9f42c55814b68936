// The depth of depth.h where the quick surface of isa/epa.inl ends too early: the same expanding polytope as an exact
// convex hull of as many points as are needed.
//
// The quick surface sees by rounded planes, so that it can tear, and has room for few points. Here a point is above a
// triangle or not by an exact sign, so that the triangles that it sees are always one piece with a simple outline, and
// normals are made in pairs of doubles, so that slivers have one. What needs thousands of points: round bodies about
// one axis, which are as deep in each other along a whole ring of directions.
//
// Lower bound: for corners p_i of the difference, each off by at most `off`, its support along any unit d is at least
// max p_i . d - off, which is at least the radius of a ball about the origin within their hull, less `off`. That ball
// is as large as the nearest triangle is far, if the origin is inside (an exact sign for every triangle); and a
// triangle is at least min p_i . m away over its own three corners, for any unit m: no error of the normal does harm.
#pragma once

#include <cstdint>

#include "graze/math.h"

namespace graze {

// A point of each core, in the frame of the search.
struct FinePair {
  double a[3], b[3];
  std::uint32_t index_a, index_b;
};

struct FineRequest {
  const void* search;
  void (*probe)(const void* search, const double (&outward)[3], FinePair& found);  // farthest along b - a
  const FinePair* start;                                                           // four, not in one plane
  double span;                                                                     // bounds all differences
  double slack, off;                                                               // of a support value, and of a point
  double tolerance;                                                                // of upper - lower
  bool sign_only;  // a proof that the depth is positive, or that there is none, is enough
};

struct FineDepth {
  double lower, upper;  // of the depth; not above 0: nothing is proven. In: of `upper` what is known
  double direction[3];  // unit, outward, along which `upper` holds
  bool found;           // a nearest triangle of a surface, with its corners
  FinePair corner[3];
  std::uint32_t steps;
};

// What swaps a and b mirrors the answer, bit for bit. Out of memory ends the search, nothing else.
void fine_depth(const FineRequest& request, FineDepth& depth) noexcept;

}  // namespace graze
