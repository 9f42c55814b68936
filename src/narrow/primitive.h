// Primitives against bodies. Spheres and capsules have a radius around their triangles: what they share with a body is
// decided by the distance of the triangles, their cores.
#pragma once

#include "narrow/posed.h"

namespace graze {

// At least one of the two is a primitive. With `all`, a triangle inside of a primitive that is a solid meets it, too.
CollideResult primitive_collide(const PlacedBody& a, const PlacedBody& b, const CollideSettings& settings);
// Does a primitive descend the tree of the other body, to be within the tolerance of it? Not a box with a radius.
bool descends_mesh(const Posed& a, const Posed& b, double tolerance) noexcept;
WithinResult mesh_within(const PlacedBody& a, const PlacedBody& b, double tolerance, DistanceCache* cache);
// At least one of the two has a radius.
DistanceResult swept_distance(const PlacedBody& a, const PlacedBody& b, const DistanceSettings& settings,
                              DistanceCache* cache);

// Every triangle of a primitive gets the number 0; then pairs are sorted, each once, and at most `most` of them kept.
void name_primitives(const Posed& a, const Posed& b, std::size_t most, CollideResult& result);

}  // namespace graze
