// Parts of a closed mesh that enclose nothing.
#pragma once

#include "io/solid/solid_mesh.h"

namespace graze {

// The triangles of a closed mesh that have no solid on either side, such as faces that are there twice, once reversed,
// and stick out, or shells that are inside out; and those of `sheets` that are not within it. Triangles no higher than
// `thinnest` do not count. The mesh keeps the rest, and its fins where it would not be closed without them.
SolidMesh take_fins(SolidMesh& mesh, const SolidMesh& sheets, double thinnest);

}  // namespace graze
