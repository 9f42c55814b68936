// Reading geometry from files.
#pragma once

#include <string>

#include "graze/error.h"
#include "graze/shape.h"

namespace graze {

// Every triangle of an OBJ or STL file (told by its ending, in any case) in one shape: OBJ faces as fans from their
// first vertex, in the order of the file; STL facets as a soup. Numbers are read as the nearest double; a binary STL's
// floats are kept as they are. Names, groups, materials, texture coordinates and the file's normals are not read.
// Throws Error naming the file and the line: for what cannot be read, and for geometry that would be dropped (lines,
// points, curves).
Shape read_mesh(const std::string& path, ShapeOptions options = {});

}  // namespace graze
