// Faces of a shell that are there twice: once as they are, once in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "io/solid/solid_mesh.h"

namespace graze::ifc {

// The triangles of face i of the mesh begin at starts[i]. A face all of whose sides are run by two other faces, and
// more often its way than the other, is one too many; they are taken out where that closes the mesh, and else none is.
// How many were.
std::size_t drop_doubled_faces(SolidMesh& mesh, const std::vector<std::uint32_t>& starts);

}  // namespace graze::ifc
