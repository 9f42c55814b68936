// A part of very many triangles against a small one. What measures a pair exactly looks at all triangles of both: for
// seconds, where a part has millions. Here the large one is asked through its trees alone: brackets are wider, and as
// honest.
#pragma once

#include <optional>

#include "graze/clash.h"

namespace graze {

// Is `large` of more than 2^18 triangles, in one piece, and `small` of at most a 64th of that?
bool is_giant_beside(const Shape& large, const Shape& small);

// What is known of a small part with common interior with a giant.
struct GiantDepth {
  double lower = 0, upper = 0;              // of the local penetration
  double depth_lower = 0, depth_upper = 0;  // of the way that parts the two
  Vec3 point;                               // a common point, about as deep as `lower`
};

// Is the box around the small part in the interior of the giant? Then the part is, more than `deeper` deep. Nothing
// where this is not so, or not sure.
std::optional<GiantDepth> deep_in_giant(const Body& giant, const Body& small, double deeper);
// Of a small part that overlaps the giant.
GiantDepth depth_at_giant(const Body& giant, const Body& small);

}  // namespace graze
