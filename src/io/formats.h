// One reader a format; read_mesh and read_assembly choose by the ending.
#pragma once

#include <string>
#include <vector>

#include "graze/assembly.h"
#include "graze/shape.h"

namespace graze {

// Materials: as read_mesh().
Shape read_obj(const std::string& path, ShapeOptions options, std::vector<std::string>& materials);
Shape read_stl(const std::string& path, ShapeOptions options);

Assembly read_gltf(const std::string& path);
Assembly read_obj_parts(const std::string& path);
Assembly read_stl_parts(const std::string& path);
Assembly read_ply_parts(const std::string& path);

}  // namespace graze
