// The names in an IFC file, which assimp takes the blanks out of.
#pragma once

#include <string>
#include <unordered_map>

namespace graze {

// Of every object, its name by its global id; objects without a name are left out. Letters are turned to UTF-8.
std::unordered_map<std::string, std::string> ifc_names(const std::string& path);

}  // namespace graze
