// How the triangles of a shape hang together.
#pragma once

#include <cstdint>

#include "graze/math.h"
#include "graze/shape.h"

namespace graze {

// An edge that is run more often one way than the other.
struct OpenEdge {
  std::uint32_t triangle = 0;  // the least that has an open edge
  Vec3 from, to;               // as this triangle runs it
  std::uint64_t same_way = 0;  // triangles that run it so, this one included
  std::uint64_t other_way = 0;
};

struct Surface {
  Topology topology;
  OpenEdge open_edge;     // when topology.open_edges > 0
  bool stitched = false;  // closed only with the degenerate triangles
};

// Deterministic. Throws Error when there are more than 2^32 - 1 distinct positions.
Surface find_surface(const ShapeData& data);

// Zero area, decided exactly.
bool is_degenerate(const Triangle& triangle) noexcept;

}  // namespace graze
