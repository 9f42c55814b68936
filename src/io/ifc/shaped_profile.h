// Profiles of rolled and folded steel and their like, given by a few lengths, around the middle of their box.
#pragma once

#include "io/ifc/profile.h"

namespace graze::ifc {

// Rectangles, trapezia, I, L, T, U, C and Z, with fillets, edge radii and slopes, before their placement. Throws Error
// naming the profile: of another kind, or of lengths that make none.
Section shaped_section(const Context& context, const Record& record);

}  // namespace graze::ifc
