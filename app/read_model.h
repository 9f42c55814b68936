// Any assembly that this graze reads.
#pragma once

#include <string>
#include <vector>

#include "graze/assembly.h"

namespace graze::app {

// With the readers that were built. Deflection of curved faces in metres. Throws Error naming the file.
Assembly read_model(const std::string& path, double deflection = ReadOptions{}.deflection,
                    bool allow_incomplete = false);

// A length on the command line, in metres; a number alone is in millimetres, as those files are. Empty: the default.
double parse_deflection(const std::string& text);

// The readers that were built, beside those of read_assembly.
std::vector<AssemblyReader> model_readers();
// And the decoders of packed meshes.
std::vector<MeshDecoder> model_decoders();

// For help texts: ".glb, .gltf, ...".
std::string model_endings();

}  // namespace graze::app
