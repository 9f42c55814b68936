// Any assembly that this graze reads.
#pragma once

#include <string>

#include "graze/assembly.h"

namespace graze::app {

// With the readers that were built. Deflection of curved faces in metres. Throws Error naming the file.
Assembly read_model(const std::string& path, double deflection = ReadOptions{}.deflection);

// For help texts: ".glb, .gltf, ...".
std::string model_endings();

}  // namespace graze::app
