// collide for compounds: the leaves of one against those of the other, where their boxes overlap.
#pragma once

#include "graze/query.h"

namespace graze {

// At least one of the two is a compound. Triangles are numbered as find_part() says.
CollideResult compound_collide(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache);

}  // namespace graze
