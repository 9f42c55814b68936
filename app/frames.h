// Motions as keys of a glTF animation.
#pragma once

#include <array>
#include <string>

#include "graze/graze.h"
#include "io/gltf_write.h"

namespace graze::app {

// The body on its way up to `time` of `phase`, where it then rests. A phase lasts two seconds; keys are ten degrees
// apart at most, and what lies between them is on the path, but for floats.
GltfBody animated(const std::string& name, const MovingBody& moving, int phase, double time,
                  const std::array<double, 3>& color);

}  // namespace graze::app
