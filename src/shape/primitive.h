// The triangles that stand for a primitive.
#pragma once

#include <span>

#include "shape/data.h"

namespace graze {

// Of a form from `box` to `point`: which of its vertices each triangle has.
std::span<const Index3> primitive_triangles(ShapeForm form) noexcept;

// Throws Error naming the field unless the value is finite and above 0 (or 0 where that is allowed).
void check_length(ShapeForm form, const char* field, double value, bool may_be_zero);

// Checks the fields of a primitive from `box` to `halfspace`, given or loaded, and fills in triangle_count. Throws
// Error naming the field.
void complete_primitive(ShapeData& data);
void complete_curved(ShapeData& data);
// Finds the hull of the vertices, keeps its corners and makes its triangles.
void complete_convex(ShapeData& data);

}  // namespace graze
