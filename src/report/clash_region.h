// Where the two parts of a clash meet, to be drawn: the curves in which their surfaces cross, and the faces on which
// they lie on each other. World frame.
#pragma once

#include <vector>

#include "graze/contacts.h"
#include "report/clash_report.h"

namespace graze {

struct ClashRegion {
  std::vector<ContactCurve> curves;        // of parts that touch only where there are no patches
  std::vector<std::vector<Vec3>> patches;  // corners in order around; of a region that is not convex, those of its hull
  // The nearest points, or how far a would have to move along -normal: from a to b. Equal where no direction is known.
  Vec3 from, to;
};

// At most about `max_points` points of curves, evenly taken. Empty where the library has no contacts to tell.
ClashRegion clash_region(const ClashReport& report, const Clash& clash, std::size_t max_points = 4096);

}  // namespace graze
