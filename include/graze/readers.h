// Readers and decoders through other libraries, for ReadOptions. Each is a library of its own, made where the other one
// is installed. They work in a child process: whatever a damaged file does to them is an Error here, and they print
// nothing.
#pragma once

#include "graze/assembly.h"

namespace GRAZE_API graze {

// Library graze::assimp: .fbx, .dae, .3ds. Coordinates and transforms are floats on the way.
AssemblyReader assimp_reader();

// Library graze::step, by OpenCASCADE: .step, .stp, .iges, .igs. Always in millimetres.
AssemblyReader step_reader();

// Library graze::draco: KHR_draco_mesh_compression of glTF files, for ReadOptions::decoders.
MeshDecoder draco_decoder();

}  // namespace graze
