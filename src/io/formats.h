// One reader a format; read_mesh chooses by the ending.
#pragma once

#include <string>

#include "graze/shape.h"

namespace graze {

Shape read_obj(const std::string& path, ShapeOptions options);
Shape read_stl(const std::string& path, ShapeOptions options);

}  // namespace graze
