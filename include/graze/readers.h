// Readers through other libraries, for ReadOptions::readers. Each is a library of its own, made where the other one is
// installed. They read in a child process: whatever a damaged file does to them is an Error here, and they print
// nothing.
#pragma once

#include "graze/assembly.h"

namespace GRAZE_API graze {

// Library graze::assimp: .fbx, .dae, .3ds. Coordinates and transforms are floats on the way.
AssemblyReader assimp_reader();

// Library graze::step, by OpenCASCADE: .step, .stp, .iges, .igs. Always in millimetres.
AssemblyReader step_reader();

}  // namespace graze
