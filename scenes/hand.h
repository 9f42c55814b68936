// The way of a hand that feels a body with a tool.
#pragma once

#include "graze/math.h"

namespace graze::scenes {

// Around a body of the size 1 about the origin, dipping into it and out of it, while the tool turns; at most 1.66 sizes
// a second, so that for a body of 15 cm that is 0.25 m/s.
Pose hand_at(double seconds);

}  // namespace graze::scenes
