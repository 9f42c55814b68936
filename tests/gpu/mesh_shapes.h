// The built-in meshes as surfaces.
#pragma once

#include "graze/shape.h"
#include "scenes/scenes.h"

namespace graze {

inline Shape shape_of(const scenes::MeshData& mesh) { return make_mesh(mesh.vertices, mesh.triangles); }

}  // namespace graze
