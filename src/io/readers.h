// One reader per format; io/formats.cpp has the table of them. Each throws Error naming the file.
#pragma once

#include <string>
#include <vector>

#include "graze/assembly.h"
#include "graze/shape.h"

namespace graze {

// Materials: as read_mesh().
Shape read_obj(const std::string& path, ShapeOptions options, std::vector<std::string>& materials);
Shape read_stl(const std::string& path, ShapeOptions options, std::vector<std::string>& materials);
Shape read_ply(const std::string& path, ShapeOptions options, std::vector<std::string>& materials);
Shape read_octomap(const std::string& path, ShapeOptions options, std::vector<std::string>& materials);

Assembly read_obj_parts(const std::string& path);
Assembly read_stl_parts(const std::string& path);
Assembly read_ply_parts(const std::string& path);
Assembly read_octomap_parts(const std::string& path);
Assembly read_threemf(const std::string& path);

// Of formats with curved faces, which the options say how to cut, or with parts that other libraries must read.
Assembly read_gltf(const std::string& path, const ReadOptions& options);
Assembly read_ifc(const std::string& path, const ReadOptions& options);

}  // namespace graze
