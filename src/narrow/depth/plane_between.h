// Has a plane one convex set on its one side and the other on its other? Exact, for cores of points with any radius:
// such sets have no interior in common, and those that have none have such a plane.
#pragma once

#include "convex/support.h"

namespace graze {

// Is there a plane across this direction, which leads from a to b and may have any length? Exactly; false, too, where
// a core is curved or the numbers are beyond 2^300.
bool plane_across(const Support& a, const Support& b, Vec3 direction);

// How far cores of points, with their radii, reach into each other along a unit vector from a to b, rounded.
double overlap_along(const Support& a, const Support& b, Vec3 normal);

// Is there any, of two sets without radius? Looks at every direction that can matter: normals of facets of either, and
// across an edge of each, with corners no deeper than `deepest` in the other along `near`. Never wrong about a yes; a
// no is for sure where the sets are deep by less than that.
bool plane_between(const Support& a, const Support& b, Vec3 near, double deepest);

}  // namespace graze
