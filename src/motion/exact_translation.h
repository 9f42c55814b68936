// The first contact of two triangles that translate, exactly.
#pragma once

#include "motion/exact_ccd.h"
#include "motion/path.h"

namespace graze {

struct TranslatedContact {
  bool known = false;  // false: a way that is a sum, and not a double
  bool hit = false;
  double lo = 0, hi = 0;
};

// World corners at the start. The paths do not turn.
TranslatedContact exact_contact(const Triangle& a, const Path& path_a, const Triangle& b, const Path& path_b);

}  // namespace graze
