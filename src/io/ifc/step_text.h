// Boundary representations of IFC as STEP, from which their records were taken.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "io/ifc/context.h"

namespace graze::ifc {

// The boundary representations as one STEP file, each a product "b12" of the number of its outer shell, with the
// lengths of the file as millimetres; what cannot be written is in `faults`.
std::string step_text(const Context& context, const std::vector<std::vector<std::uint32_t>>& breps,
                      std::map<std::uint32_t, std::string>& faults);

}  // namespace graze::ifc
