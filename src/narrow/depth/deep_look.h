// Looks for points that are far within two solids at once (narrow/depth/common_ball.h), from places where their
// surfaces cross.
#pragma once

#include <cstddef>
#include <vector>

#include "graze/query.h"
#include "narrow/body/posed.h"

namespace graze {

// Two solids of triangles in the world.
struct SolidPair {
  PlacedBody a, b;
  PlacedBody surface_a, surface_b;  // their distinct triangles, with numbers of their own
};
// False where one of them cannot be asked.
bool make_solid_pair(const Body& a, const Body& b, SolidPair& pair);

// Unit, of a triangle of the body; 0 where there is none.
Vec3 outward(const Posed& body, const Triangle& triangle) noexcept;

struct DeepLook {
  bool found = false;     // a point whose distances from the surfaces add up to `enough`; it is in both solids
  bool complete = false;  // `meeting` has all pairs of distinct triangles that meet, in order
  std::vector<TrianglePair> meeting;
};
// Ends when a point is found. At most `most_pairs` are looked at.
DeepLook look_deep(const SolidPair& pair, double enough, std::size_t most_pairs, Counters& counters);

}  // namespace graze
