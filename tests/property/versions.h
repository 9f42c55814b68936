// What the tests of deformable meshes see inside a shape.
#pragma once

#include <span>
#include <string>

#include "graze/shape.h"

namespace graze::property {

// The same geometry as a mesh, from nothing, with other vertices.
Shape made_anew(const Shape& shape, std::span<const Vec3> vertices);

// Empty when the trees that pairs and rays use hold the triangles; else what is wrong.
std::string fault_in_trees(const Shape& shape);

}  // namespace graze::property
