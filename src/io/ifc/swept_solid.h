// Swept solids of an IFC file: extruded, revolved, along a directrix.
#pragma once

#include "io/ifc/context.h"
#include "io/solid/solid_mesh.h"

namespace graze::ifc {

bool is_swept(std::string_view type);
SolidMesh swept_solid(const Context& context, const Record& record);

}  // namespace graze::ifc
