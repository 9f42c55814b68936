// Two placed bodies in one frame with the metric of the world, for searches by distance (tree/nearest.h).
//
// Nothing is inverted here, so that an almost singular pose is as good as any. A posed vertex is
//   w = M x + t + e = c + (M s) y + e - e_c,   |e| + |e_c| <= world_slack (narrow/body/placement.h),
// and y, its place in the tree's frame, is rounded by 2^-52.
#pragma once

#include "narrow/body/placement.h"
#include "tree/nearest.h"

namespace graze {

// False when the numbers leave the range of floats.
bool metric_frame(const Placement& a, const Placement& b, MetricFrame& frame) noexcept;

// `value` in units of the frame as a float that is not below it; the largest float for infinity.
float in_units_up(const MetricFrame& frame, double value) noexcept;

}  // namespace graze
