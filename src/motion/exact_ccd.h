// The exact answer for four points on straight paths: a vertex and a triangle, or two edges.
//
// Both are one question: when does the hull of a few moving points, the differences of the one's corners and the
// other's, hold the origin? The differences are linear in time. They are in one plane with the origin at the roots of a
// cubic; there, which side of each edge the origin is on are signs of quadratics.
#pragma once

#include "graze/motion.h"

namespace graze {

struct ContactTime {
  bool hit = false;
  double lo = 0, hi = 0;  // of the first contact; at most 2^-50 apart
};

// All coordinates finite. A degenerate triangle or edge is the segment or point that it is.
ContactTime exact_ccd(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1);
// The same for paths given by their starts and by the ways from there, whose sums need not be doubles.
ContactTime exact_ccd_by_ways(CcdKind kind, const FourPoints& at_0, const FourPoints& ways);

}  // namespace graze
