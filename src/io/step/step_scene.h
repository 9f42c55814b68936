// STEP and IGES files by OpenCASCADE, in the process that calls: see graze/readers.h for the safe way.
#pragma once

#include <string>

#include "io/foreign_scene.h"

namespace graze {

// Triangles at most about `deflection` metres from curved faces. Millimetres. Throws Error.
ForeignScene read_step_scene(const std::string& path, double deflection);

}  // namespace graze
