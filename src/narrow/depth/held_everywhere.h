// Do two solids stay in each other wherever one is moved to, up to a length?
//
// Let a ball of radius r around p be in A + v, and one of radius s around p in B. Then A + w and B have common interior
// for all w that are nearer to v than r + s: the balls around p + (w - v) and p still overlap. So the translations up
// to a length are all held where such balls around a few of them cover them all. One ball at v = 0 is the usual case
// (narrow/depth/deep_look.h); links of a chain, and whatever is caught at several places, need some more.
//
// Rounding: with e the bound of rounding_of_motion(), A + v as it is posed has no point of its surface farther than e
// from where it would be without rounding, and so has A + w, or B - w. A point that is farther than 3e from a surface
// stays on its side of it while corners move by that little, so that 3e less of r + s is enough; 4e is taken off.
#pragma once

#include "narrow/depth/deep_look.h"

namespace graze {

// True is proven: every translation of at most `most`, which is positive, leaves common interior. `lost` is not below
// 4e. The bodies are those that the pair was made of.
bool held_everywhere(const Body& a, const Body& b, double most, double lost, Counters& counters);

}  // namespace graze
