// Cores of solids: what is left when every face is moved inward by a little.
//
// Two solids that are flush but for rounding have common points that are near the surface of each, however long the way
// out is, and whether or not their shells touch. A core proves it (docs/interference.md, "Flush solids").
#pragma once

#include <optional>

#include "graze/query.h"

namespace graze {

// A closed mesh, in the world, such that no point of the given solid is farther than `allowed` from a point that is on
// its triangles or that they wind around, which is proven. The solid is one of as_solid_triangles()
// (narrow/classify/as_solid_mesh.h). Nothing where its posed triangles do not close it, or where there are too many to
// be worth it. Throws BudgetSpent.
std::optional<Body> solid_core(const Body& solid, double allowed);

// Is no common point of two solids, of as_solid_triangles(), farther than `most` from the boundary of either? True is
// proven: the core of each is clear of the other. False is no proof of the opposite. Throws BudgetSpent.
bool flush_within(const Body& a, const Body& b, double most, Counters& counters);

}  // namespace graze
