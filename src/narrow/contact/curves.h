// Where two surfaces cross, as polylines.
#pragma once

#include <span>
#include <vector>

#include "graze/contacts.h"
#include "narrow/contact/skin.h"

namespace graze {

// `pairs` are faces by their numbers in the skins, all that meet among them. The segments in which faces cross are
// joined where they end at the same corners, edges and faces, which is decided exactly: so a curve has no gaps, and is
// closed where both surfaces are closed and no triangles are coplanar. Ends, where there are some: borders, outlines of
// coplanar regions, and points where more than two segments meet.
std::vector<ContactCurve> find_curves(const Skin& a, const Skin& b, std::span<const TrianglePair> pairs);

}  // namespace graze
