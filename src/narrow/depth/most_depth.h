// Are two bodies less deep in each other than a tolerance?
#pragma once

#include "graze/query.h"

namespace graze {

// Is some translation of one body that leaves the two no common interior known to be no longer than `most`, which is
// positive? False where none is known: a compound with curved or round parts, a mesh with a margin. Swapping the bodies
// changes nothing. `common`: they are known to have common interior, which saves looking whether they have any.
bool no_deeper(const Body& a, const Body& b, double most, bool common, Counters& counters);

}  // namespace graze
