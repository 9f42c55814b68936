// What other libraries of the project, which lay out trees of their own, need of this room: exported.
#pragma once

#include "volume/aabb.h"
#include "volume/obb.h"

namespace graze {

GRAZE_API LocalFrame local_frame(const Box& bounds) noexcept;
GRAZE_API Aabb fit(const Box& box, const LocalFrame& frame) noexcept;
GRAZE_API Obb fit_obb(std::span<const Triangle> triangles) noexcept;
GRAZE_API Obb merge_obb(const Obb& a, const Obb& b) noexcept;

}  // namespace graze
