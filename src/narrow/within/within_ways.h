// The ways of within: what the cells of its table (narrow/within/within.cpp) are made of.
#pragma once

#include "narrow/body/posed.h"

namespace graze {

// --- closed forms; each says whether it knows. Of handles that are not empty ---

bool within_round(const Body& a, const Body& b, double tolerance, WithinResult& result) noexcept;
// a is the box, cylinder or cone.
bool within_solid_ball(const Body& a, const Body& b, double tolerance, WithinResult& result) noexcept;
bool within_boxes(const Body& a, const Body& b, double tolerance, WithinResult& result) noexcept;

// --- functions that answer every pair of their families, any tolerance ---

WithinResult within_triangles(const Body& a, const Body& b, double tolerance, PairCache* cache);
WithinResult within_placed(PlacedLater& a, PlacedLater& b, double tolerance, PairCache* cache);
// Two convex bodies (narrow/body/support_body.h).
WithinResult within_convex(const Body& a, const Body& b, double tolerance, PairCache* cache);
// a is the convex body.
WithinResult within_convex_triangles(const Body& a, const Body& b, double tolerance, PairCache* cache);
// a is the half-space.
WithinResult within_halfspace(const Body& a, const Body& b, double tolerance, PairCache* cache);
WithinResult within_halfspace_curved(const Body& a, const Body& b, double tolerance, PairCache* cache);
WithinResult within_halfspaces(const Body& a, const Body& b, double tolerance, PairCache* cache);

}  // namespace graze
