// penetration where a round, curved or widened body meets a solid or a compound: bounds that are proven, by trying.
#pragma once

#include "graze/penetration.h"

namespace graze {

// Solids of triangles and convex bodies, each with any radius, and compounds of them; all else is unsupported. The
// bodies are in the order of body_order(), on which the answer may depend.
PenetrationResult any_penetration(const Body& a, const Body& b, const PenetrationSettings& settings);

}  // namespace graze
