// The CSG primitives of an IFC file.
#pragma once

#include "io/ifc/context.h"
#include "io/solid/solid_mesh.h"

namespace graze::ifc {

bool is_primitive(std::string_view type);
SolidMesh primitive_mesh(const Context& context, const Record& record);

}  // namespace graze::ifc
