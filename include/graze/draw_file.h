// Drawings (graze/draw.h) as files, for viewers. Library graze::io.
#pragma once

#include <string>

#include "graze/draw.h"
#include "graze/error.h"

namespace GRAZE_API graze {

// glTF 2.0 by its ending: .gltf is one JSON text with the data inside, .glb the binary form. One mesh of all triangles
// and one of all lines, each with a primitive for every colour; z is up, which the file turns into the format's y up.
// Positions are floats around the middle of the drawing. Throws Error: for another ending, a file that cannot be
// written, a drawing without anything, numbers that a float cannot hold.
void write_drawing(const DrawList& drawing, const std::string& path);

}  // namespace graze
