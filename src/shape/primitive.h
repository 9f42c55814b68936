// The triangles that stand for a primitive.
#pragma once

#include <span>

#include "shape/data.h"

namespace graze {

// Of a core: which of its vertices each triangle has; none of other shapes.
std::span<const Index3> primitive_triangles(ShapeForm form) noexcept;

// Checks what a core, half-space or curved shape holds, given or loaded, and fills in triangle_count. Throws Error
// naming the field.
void complete_primitive(ShapeData& data);
void complete_curved(ShapeData& data);
// Finds the hull of the vertices, keeps its corners and makes its triangles.
void complete_convex(ShapeData& data);

}  // namespace graze
