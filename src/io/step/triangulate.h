// A boundary representation as one mesh.
#pragma once

#include <TopoDS_Shape.hxx>

#include "io/foreign_scene.h"

namespace graze {

// Faces that share an edge share the vertices on it, so that a closed shell is a closed mesh. `deflection` in the
// shape's unit.
ForeignMesh triangulate(const TopoDS_Shape& shape, double deflection);

}  // namespace graze
