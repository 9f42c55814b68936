// Reading geometry from files.
#pragma once

#include <string>
#include <vector>

#include "graze/error.h"
#include "graze/shape.h"

namespace GRAZE_API graze {

// Every triangle of an OBJ or STL file (told by its ending, in any case) in one shape: OBJ faces as fans from their
// first vertex, in the order of the file; STL facets as a soup. Numbers are read as the nearest double; a binary STL's
// floats are kept as they are. The tag of an OBJ triangle is the number of its material (`usemtl`), unless `options`
// has tags. Names, groups, texture coordinates and the file's normals are not read, nor is what a material is
// (`mtllib`). Throws Error naming the file and the line: for what cannot be read, and for geometry that would be
// dropped (lines, points, curves).
Shape read_mesh(const std::string& path, ShapeOptions options = {});

// The same with the names of the materials: that of triangle i is materials[shape.tag(i)]. In the order in which faces
// first use them; "" for faces before the first `usemtl`, and those after one without a name. None where the file has
// no `usemtl`, and of STL. Throws Error, too, where `options` has tags, which would take their place.
Shape read_mesh(const std::string& path, std::vector<std::string>& materials, ShapeOptions options = {});

}  // namespace graze
