// Solids that are made by moving a profile.
#pragma once

#include "io/ifc/curve.h"
#include "io/ifc/profile.h"
#include "io/solid/solid_mesh.h"

namespace graze::ifc {

// Through rings of points, one a point of the section each: its sides, and its ends unless they are the same ring.
SolidMesh skin(const Section& section, const std::vector<std::vector<Vec3>>& rings, bool closed);

SolidMesh extruded(const Section& section, Vec3 by);
// Around the z axis of `axis`; both sections must have the same number of points and loops (they do where they are
// one).
SolidMesh revolved(const Context& context, const Section& section, const Section& end, const Pose& axis, double angle);
// Across the chain, mitred at its corners. The section's x is as near to `reference` as it can be at every place; with
// no reference (0) it turns as little as it can.
SolidMesh swept_along(const Section& section, const PointChain& chain, Vec3 reference);

}  // namespace graze::ifc
