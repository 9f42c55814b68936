// Any shape file that graze reads.
#pragma once

#include <string>

#include "graze/graze.h"

namespace graze::app {

// By the file's ending: .obj and .stl as read_mesh, .graze as a saved shape. Throws Error naming the file.
Shape read_shape(const std::string& path);

}  // namespace graze::app
