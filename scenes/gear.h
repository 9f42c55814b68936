// Involute gears.
#pragma once

#include "scenes/scenes.h"

namespace graze::scenes {

// Of module 1 and pressure angle 20 degrees, around the z axis, from z = -2 to 2, turned by `phase` teeth: at 0 a tooth
// points along x. Its teeth are thinner than half the pitch by half the `play`. Flanks are chords of involutes, and
// inside them.
MeshData gear(int teeth, double phase, double play, int chords = 12);

}  // namespace graze::scenes
