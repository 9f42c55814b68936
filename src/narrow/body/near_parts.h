// Two bodies without the parts of compounds that are away from the other body: what a question about common points, or
// about moving one body a little, depends on.
#pragma once

#include "graze/query.h"

namespace graze {

struct PartsInReach {
  Body a, b;  // compounds of the leaves that are near, in their order, with the leaves' own world poses
  bool whole_a = true, whole_b = true;  // no leaf was left out
  bool any = true;                      // else nothing of one comes near the other, and both are as given
};

// Leaves whose boxes come within `reach` of one of the other body. Anything but ok: nothing can be asked of a body.
Status near_parts(const Body& a, const Body& b, double reach, Counters& counters, PartsInReach& result);

}  // namespace graze
