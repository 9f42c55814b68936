// within for compounds: the leaves of one against those of the other, where their boxes come near enough.
#pragma once

#include "graze/query.h"

namespace graze {

// At least one of the two is a compound. Triangles are numbered as find_part() says.
WithinResult compound_within(const Body& a, const Body& b, double tolerance, PairCache* cache);

}  // namespace graze
