// The nearest pair of triangles so far, and what it tells about others.
#pragma once

#include <limits>

#include "graze/query.h"
#include "narrow/triangle/triangle_distance.h"

namespace graze {

struct NearestTriangles {
  bool any = false;
  TrianglePair pair;
  TriangleDistance found;  // of that pair
  Triangle a, b;           // the pair, or one that holds the same corner or edge
  // No pair that was looked at is nearer, and none that was settled.
  double lower = std::numeric_limits<double>::infinity();

  // Computes a pair; keeps it when it is nearer, or as near and before the one that is kept.
  void look_at(TrianglePair other, const Triangle& other_a, const Triangle& other_b) noexcept;

  // Whether the normal of the nearest pair tells that the other is farther apart, or as far apart at the same corners
  // or edges: then its name is taken when it comes before. Nothing is computed anew.
  bool settles(TrianglePair other, const Triangle& other_a, const Triangle& other_b) noexcept;

  // |found.distance - least distance of all pairs| is at most this.
  double bound() const noexcept;
};

}  // namespace graze
