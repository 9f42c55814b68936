// The connected parts of a surface.
#pragma once

#include <cstdint>
#include <vector>

#include "shape/data.h"

namespace graze {

// One triangle of each part that hangs together through shared positions, degenerate triangles included: the least
// index of each, ascending. Found on first need.
const std::vector<std::uint32_t>& component_triangles(const ShapeData& data);

}  // namespace graze
