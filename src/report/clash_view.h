// How to look at a clash, and what is seen: both parts, each through the other, and where they meet.
#pragma once

#include "render/image.h"
#include "render/view.h"
#include "report/clash_region.h"

namespace graze {

// The tangent of 22.5 degrees: 45 degrees from top to bottom, which every version of BCF allows.
inline constexpr double clash_view_half_height = 0.41421356237309503;

// Looks at the clash's point: of some directions, the one in which both parts are seen and what they have in common is
// hidden least. So near that the common part is a fair part of the picture, and as much of the smaller part as leaves
// it so.
Camera clash_camera(const ClashReport& report, const Clash& clash);
// As near, from the side that is most across the clash's normal, whatever is in between.
Camera plain_camera(const ClashReport& report, const Clash& clash);

// The first part blue, the second orange, what is common red; other parts are left out. Lines show where surfaces cross
// and how far apart parts are, a ring the clash's point. The same bytes every time.
Image clash_picture(const ClashReport& report, const Clash& clash, const Camera& camera, const ClashRegion& region,
                    int width = 480, int height = 320);

}  // namespace graze
