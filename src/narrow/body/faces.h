// What results call the triangles of a polyhedron.
#pragma once

#include "graze/query.h"
#include "shape/data.h"

namespace graze {

// Triangles to faces; pairs are sorted, each once.
void name_faces(const ShapeData& a, const ShapeData& b, CollideResult& result);
// A corner and an edge get their number in the face; an edge of two triangles of the fan is in the face.
void name_face(const ShapeData& shape, Feature& feature) noexcept;

}  // namespace graze
