// Any shape file that graze reads.
#pragma once

#include <string>

#include "graze/graze.h"

namespace graze::app {

// By the file's ending: .obj and .stl as read_mesh, .graze as a saved shape. Throws Error naming the file.
Shape read_shape(const std::string& path);

// A file with its pose, which is JSON as in `graze query`; empty: as the file stands. `option` names the pose in
// errors.
Body read_body(const std::string& file, const std::string& option, const std::string& pose, bool solid);

}  // namespace graze::app
