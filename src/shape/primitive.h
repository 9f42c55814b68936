// The triangles that stand for a primitive.
#pragma once

#include <span>

#include "shape/data.h"

namespace graze {

// Of a form from `box` to `point`: which of its vertices each triangle has.
std::span<const Index3> primitive_triangles(ShapeForm form) noexcept;

// Checks the fields of a primitive, given or loaded, and fills in triangle_count. Throws Error naming the field.
void complete_primitive(Shape::Data& data);

}  // namespace graze
