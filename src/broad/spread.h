// How the boxes of a set lie and how large they are, from a sample: what structures are laid out by. Nothing depends on
// it but the work.
#pragma once

#include "broad/box_set.h"

namespace graze {

struct Spread {
  // Of the centres, along each axis; without outliers: what is further from the middle nine tenths than these are wide
  // is cut off.
  double lo[3] = {}, hi[3] = {};
  double extent[3] = {};  // the median along each axis
  // Of the largest extent of each box.
  double median = 0;
  double largest = 0;  // of the sample

  double width(int axis) const noexcept { return hi[axis] - lo[axis]; }
};

Spread spread(const BoxSet& set) noexcept;

}  // namespace graze
