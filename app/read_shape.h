// Any shape file that graze reads.
#pragma once

#include <string>
#include <vector>

#include "graze/graze.h"

namespace graze::app {

// By the file's ending: as read_mesh(), or .graze as a saved shape. Throws Error naming the file.
Shape read_shape(const std::string& path);
// The same with the names of its materials, none of a saved shape.
Shape read_shape(const std::string& path, std::vector<std::string>& materials);
// Can it be read so, told by its ending? Everything else is an assembly.
bool is_shape_file(const std::string& path);
// For messages and help texts: ".obj, ...".
std::string all_shape_endings();

// A file with its pose, which is JSON as in `graze query`; empty: as the file stands. `option` names the pose in
// errors.
Body read_body(const std::string& file, const std::string& option, const std::string& pose, bool solid);

}  // namespace graze::app
