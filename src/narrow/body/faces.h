// What results call the triangles of a polyhedron and of a box.
#pragma once

#include "graze/query.h"
#include "shape/data.h"

namespace graze {

// Triangles to faces; pairs are sorted, each once.
void name_faces(const ShapeData& a, const ShapeData& b, CollideResult& result);
// A corner and an edge get their number in the face; an edge of two triangles of the fan is in the face.
void name_face(const ShapeData& shape, Feature& feature) noexcept;

// A feature of a triangle as results name it: of a box by the number of its corner, edge or face (docs/contacts.md), of
// a polyhedron by its face.
Feature named_outside(const ShapeData& shape, Feature found) noexcept;

}  // namespace graze
