// How the file lies on a map.
#pragma once

#include <string>
#include <vector>

#include "graze/assembly.h"
#include "io/ifc/spf.h"

namespace graze::ifc {

// IfcMapConversion, IfcMapConversionScaled and IfcRigidOperation, in metres. `metres`: in a unit of length of the file.
// What is not used of them, or had to be assumed, is noted.
MapPlace map_place(const Spf& file, double metres, std::vector<std::string>& notes);

}  // namespace graze::ifc
