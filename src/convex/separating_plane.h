// A plane between two polytopes, learnt and remembered (Zachmann 2001, section 5.1).
//
// A perceptron over the vertices: a plane w.x = w0 is wrong about a vertex of b with w.q <= w0 or one of a with
// w.p >= w0; the vertex about which it is most wrong is added to it, (w, w0) += (q, -1) or (-p, 1). In coordinates
// centred between the bodies and scaled by their sizes, because the number of updates grows with the distance of the
// origin. A vertex on the plane counts as wrong, else w = 0 would separate everything.
//
// A filter: it says that the bodies are separate, and that is proven, or it says nothing. Close bodies can need more
// updates than allowed.
#pragma once

#include <cstdint>

#include "convex/posed_polytope.h"

namespace graze {

struct SeparatingPlaneCache {
  bool valid = false;
  Vec3 weight;                               // w, from a to b, in the centred and scaled coordinates
  double offset = 0;                         // w0
  std::uint32_t vertex_a = 0, vertex_b = 0;  // where climbing starts
};

struct SeparatingPlaneResult {
  bool separate = false;      // proven; false is "maybe"
  double lower = 0;           // proven lower bound of the distance
  Vec3 normal;                // of the plane, from a to b, unit up to rounding; 0 when not separate
  std::uint32_t updates = 0;  // of the plane
  std::uint32_t climbed = 0;  // vertices that were evaluated
};

inline constexpr std::uint32_t default_plane_updates = 300;

// Swapping a and b (and the cache) mirrors the result.
SeparatingPlaneResult separating_plane(const PosedPolytope& a, const PosedPolytope& b,
                                       SeparatingPlaneCache* cache = nullptr,
                                       std::uint32_t most_updates = default_plane_updates) noexcept;

}  // namespace graze
