// Depth against a threshold: ends as soon as a proof answers.
#pragma once

#include "graze/query.h"

namespace graze {

// Are two solids of triangles, which have common interior, parted by some translation that is no longer than `most`,
// which is positive? As find_penetration() has it: its depth is at most that. Proofs are tried first: a common point
// that is too far within both solids says no, a translation of that length along the normal of a face where they meet
// says yes; else the whole search is made.
bool depth_at_most(const Body& a, const Body& b, double most, Counters& counters);

// Of the same solids: is a common point found that is too far within both? True is proven: no translation of that
// length parts them.
bool is_deeper(const Body& a, const Body& b, double most, Counters& counters);

}  // namespace graze
