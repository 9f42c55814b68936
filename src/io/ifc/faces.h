// Boundary representations and face sets of an IFC file as triangles.
#pragma once

#include "io/ifc/context.h"
#include "io/solid/solid_mesh.h"

namespace graze::ifc {

// IfcConnectedFaceSet, IfcClosedShell and IfcOpenShell. Faces that are there twice and keep it open are left out, and
// added to `doubled`. Throws Error for faces on curved surfaces.
SolidMesh shell_mesh(const Context& context, std::uint32_t id, std::size_t& doubled);
// Has it a face that is not in a plane?
bool has_curved_faces(const Context& context, std::uint32_t shell);

SolidMesh triangulated_set(const Context& context, const Record& record);  // IfcTriangulatedFaceSet and its kind
SolidMesh polygonal_set(const Context& context, const Record& record);     // IfcPolygonalFaceSet

// A face from its loops, the outer one first; counter-clockwise from its front.
void add_face(const std::vector<std::vector<Vec3>>& loops, SolidMesh& mesh);

}  // namespace graze::ifc
