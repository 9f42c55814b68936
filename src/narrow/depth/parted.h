// The predicate behind penetration.
#pragma once

#include "graze/query.h"

namespace graze {

// Have two solids no common interior? Exact on the posed doubles; false when that cannot be asked.
bool interiors_apart(const Body& a, const Body& b);

}  // namespace graze
