// Primitives against bodies. Spheres and capsules have a radius around their triangles: what they share with a body is
// decided by the distance of the triangles, their cores.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "narrow/body/posed.h"

namespace graze {

// Of a primitive and another body. With `all`, a triangle inside of a primitive that is a solid meets it, too.
CollideResult primitive_collide(const Posed& primitive, const PlacedBody& mesh, bool primitive_is_a,
                                const CollideSettings& settings, PairCache* cache);
CollideResult primitives_collide(const PlacedBody& a, const PlacedBody& b, const CollideSettings& settings);
// Some triangle of the mesh that the primitive meets.
std::optional<std::uint32_t> met_triangle(const Posed& primitive, const PlacedBody& mesh, Counters& counters);
// Does a primitive descend the tree of the other body, to be within the tolerance of it? Not a box with a radius.
bool descends_mesh(const Posed& a, const Posed& b, double tolerance) noexcept;
WithinResult mesh_within(const PlacedBody& a, const PlacedBody& b, double tolerance, PairCache* cache);
// At least one of the two has a radius.
DistanceResult swept_distance(const PlacedBody& a, const PlacedBody& b, const DistanceSettings& settings,
                              PairCache* cache);

// Triangles of a mesh, each once, that a primitive meets, as pairs in order; all are below the number `below`.
std::vector<TrianglePair> sorted_pairs(std::vector<std::uint32_t> met, std::uint32_t below, bool primitive_is_a);

}  // namespace graze
