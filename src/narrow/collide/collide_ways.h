// The ways of collide: what the cells of its table (narrow/collide/collide.cpp) are made of.
#pragma once

#include "base/function_ref.h"
#include "narrow/body/posed.h"

namespace graze {

// --- closed forms; each says whether it knows. Of handles that are not empty ---

bool collide_round(const Body& a, const Body& b, const CollideSettings& settings, CollideResult& result) noexcept;
// a is the box, cylinder or cone.
bool collide_solid_ball(const Body& a, const Body& b, const CollideSettings& settings, CollideResult& result) noexcept;
bool collide_boxes(const Body& a, const Body& b, const CollideSettings& settings, CollideResult& result) noexcept;

// --- functions that answer every pair of their families ---

CollideResult collide_triangles(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache);
CollideResult collide_placed(PlacedLater& a, PlacedLater& b, const CollideSettings& settings, PairCache* cache);
// Two convex bodies (narrow/body/support_body.h).
CollideResult collide_convex(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache);
// a is the convex body.
CollideResult collide_convex_triangles(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache);
// a is the half-space.
CollideResult collide_halfspace(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache);
CollideResult collide_halfspace_curved(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache);
CollideResult collide_halfspaces(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache);

// --- what is below them ---

// Calls found(pair) for every pair of triangles that meets, until it returns false; the answer is yes, too, when one
// body is inside the other. Radii are left aside.
void collide_trees(PlacedLater& a, PlacedLater& b, bool first_only, FunctionRef<bool(TrianglePair)> found,
                   CollideResult& result);

}  // namespace graze
