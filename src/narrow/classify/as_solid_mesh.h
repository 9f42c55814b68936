// Polyhedral bodies of any kind as one solid of triangles.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/query.h"

namespace graze {

// Exactly the set that the body is in the world, as a solid mesh whose pose is the identity; its vertices are the posed
// ones, bit for bit. A box or convex shape is the hull of its posed corners, a compound the union of its parts.
//
// Nothing for what is no polyhedral solid: surfaces, curved bodies, half-spaces, radii and margins, hulls that are
// flat, poses that cannot be asked, and compounds with such parts. Nor for a compound with a part whose surface winds
// around some points the wrong way, where another part is: such windings have no sum that tells the union.
std::optional<Body> as_solid_mesh(const Body& body);

// A polyhedral body of any kind, with interior or without: the triangles of a mesh, the hull of the posed corners of a
// box or convex shape, segments, points, compounds of these. The set has the points of all triangles and, where
// `winds`, those around which the surface winds at least once.
struct PolyhedralSet {
  Body body;
  bool winds = false;            // else it has no interior
  std::uint32_t first_thin = 0;  // triangles from here on are those of parts of a compound that have no interior
};
// Nothing for curved bodies, half-spaces, radii and margins, poses that cannot be asked, and compounds as above that
// have no sum.
std::optional<PolyhedralSet> as_polyhedral(const Body& body);

// The body itself where its own triangles are those of a solid without a radius, else as above: what the queries about
// cells of solids ask.
std::optional<Body> as_solid_triangles(const Body& body);

}  // namespace graze
