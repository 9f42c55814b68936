// Is one body inside another, farther from its surface than the tolerance? Such bodies have no contacts.
#pragma once

#include <span>

#include "graze/query.h"
#include "narrow/body/posed.h"

namespace graze {

// Exactly, of bodies that are triangles with a radius around each: is, in every pair of them, one triangle with its
// radius that deep inside the other with its own?
bool all_inner(const Posed& a, const Posed& b, double tolerance, std::span<const TrianglePair> pairs);

// Is the first body that deep inside the other, a convex one? True is proven; false, too, where a curved body is within
// 1e-9 of its size of being so. The poses have been checked.
bool surely_inner(const Body& inner, const Body& outer, double tolerance);

}  // namespace graze
