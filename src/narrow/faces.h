// What results call the triangles of a polyhedron.
#pragma once

#include "graze/query.h"
#include "shape/data.h"

namespace graze {

// Triangles to faces; pairs are sorted, each once.
void name_faces(const Shape::Data& a, const Shape::Data& b, CollideResult& result);
// A corner and an edge get their number in the face; an edge of two triangles of the fan is in the face.
void name_face(const Shape::Data& shape, Feature& feature) noexcept;

}  // namespace graze
