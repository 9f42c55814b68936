// The materials of a file, which are the tags of its triangles.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/shape.h"

namespace graze::app {

// Adds the triangles of each tag; tags beyond the list are not counted.
void count_tags(const Shape& shape, std::vector<std::uint64_t>& counts);

// "red (12 triangles), none (2 triangles)".
std::string materials_text(const std::vector<std::string>& names, const std::vector<std::uint64_t>& counts);

// ,"materials":[{"name":"red","triangles":12}, ...]
void append_materials(std::string& text, const std::vector<std::string>& names,
                      const std::vector<std::uint64_t>& counts);

}  // namespace graze::app
