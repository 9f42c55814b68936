// How deep two bodies are in each other at most.
#pragma once

#include "graze/query.h"

namespace graze {

// The length of some translation of one body that leaves the two no common interior, rounded up; infinite where none is
// known: a compound with curved or round parts, a mesh with a margin. Swapping the bodies changes nothing.
double most_depth(const Body& a, const Body& b, Counters& counters);

}  // namespace graze
