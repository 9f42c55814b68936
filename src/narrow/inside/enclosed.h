// One body inside another without common surface points.
#pragma once

#include <optional>

#include "narrow/inside/inside.h"

namespace graze {

// A triangle of the guest that is inside the solid, given that the surfaces have no common point; none when the
// "solid" is a mere surface. Each connected part is then inside or outside as a whole.
std::optional<std::uint32_t> enclosed_triangle(const PlacedBody& guest, const PlacedBody& solid, Counters& counters);

}  // namespace graze
