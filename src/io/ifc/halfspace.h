// Half-spaces of an IFC file, as far as the solid goes that they are combined with.
#pragma once

#include "io/ifc/context.h"
#include "io/solid/solid_mesh.h"

namespace graze::ifc {

bool is_halfspace(std::string_view type);
// A closed mesh that is the half-space within more than the box. Throws Error for a surface that is no plane.
SolidMesh halfspace_mesh(const Context& context, const Record& record, const Box& box);

}  // namespace graze::ifc
