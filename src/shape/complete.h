// The checks that every shape passes, whether it is given or loaded.
#pragma once

#include <string>

#include "shape/data.h"

namespace graze {

// Checks the given fields of the form and fills in the derived ones: triangle_count, run_starts, bounds, lazy.
// Throws Error naming the element at fault.
void complete(ShapeData& data);

// Parts of complete(), shared by forms. Indexed triangles; vertices that are there and finite.
void complete_mesh(ShapeData& data);
void complete_polyhedron(ShapeData& data);
void check_vertices(const ShapeData& data);

// Throws Error that names the form.
[[noreturn]] void refuse(ShapeForm form, const std::string& what);

// Throws Error naming the form when there are none, or more than 2^31 - 1.
void check_triangle_count(ShapeForm form, std::uint64_t count);

}  // namespace graze
