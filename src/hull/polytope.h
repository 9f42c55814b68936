// The convex hull of a set of points, with every decision exact: no tolerance, no joggling.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graze/math.h"

namespace graze {

// Its corners are the extreme points: a point within an edge or a facet is none. Facets are in the order of (first
// corner, second corner), and each starts at its least corner, so that the hull does not depend on how it was found.
struct Polytope {
  int dimension = 0;                                       // 0 point, 1 segment, 2 polygon, 3 body
  std::vector<Vec3> vertices;                              // corners, bit for bit, in the order of the input
  std::vector<std::uint32_t> sources;                      // where in the input each appears first (-0 = +0)
  std::vector<std::uint32_t> facet_start;                  // facet f has loop[facet_start[f] .. facet_start[f + 1])
  std::vector<std::uint32_t> loop;                         // corners of the facets, counter-clockwise from outside
  std::vector<std::uint32_t> twin;                         // of half-edge h: the one that runs back in the other facet
  std::vector<std::uint32_t> neighbour_start, neighbours;  // corners joined to a corner by an edge, ascending
  std::vector<std::uint32_t> facet;                        // of half-edge h: the facet it bounds
  std::vector<std::uint32_t> outgoing;                     // the half-edge to each of `neighbours`; dimension 1: empty

  std::uint32_t facet_count() const { return static_cast<std::uint32_t>(facet_start.size() - 1); }
};
// Half-edge h runs from loop[h] to the next corner of its facet. Dimension 3: coplanar facets are one. Dimension 2: two
// facets, once each way round. Dimensions 0 and 1: no facets.

// Any finite doubles, in any order, with duplicates. Throws Error when there are none, one is not finite, or there are
// 2^31 or more.
GRAZE_API Polytope convex_hull(std::span<const Vec3> points);

// Its facets as triangles of its corners, each facet the fan from its first corner. A polygon once, not twice; a
// segment and a point as degenerate triangles.
GRAZE_API std::vector<std::array<std::uint32_t, 3>> facet_fans(const Polytope& hull);

// Empty when the polytope is the hull of the points, by exact predicates; else what is wrong. Slow: for tests.
std::string validate(const Polytope& polytope, std::span<const Vec3> points);

}  // namespace graze
