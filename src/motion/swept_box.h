// The room that a moving body needs, as a box.
#pragma once

#include "graze/motion.h"

namespace graze {

// Holds every point on the way of every point in `start`, a box in the world.
Box swept_box(const Box& start, const Motion& motion) noexcept;

}  // namespace graze
