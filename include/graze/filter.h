// Which filters a pipeline may run before the exact test.
#pragma once

#include <array>
#include <cstdint>

#include "graze/api.h"

namespace GRAZE_API graze {

// Tests that may only say that two bodies are separate; docs/pipeline.md tells what each does and what it is worth.
enum class FilterKind : std::uint8_t {
  bounding_sphere,   // spheres around the bodies
  oriented_box,      // boxes along the axes of the bodies
  plane_divides,     // planes that look promising, of the hulls
  separating_plane,  // one that is learnt, and remembered for the pair
  hull,              // the convex hulls
};
// All of them, in the order above.
inline constexpr std::array filter_kinds{FilterKind::bounding_sphere, FilterKind::oriented_box,
                                         FilterKind::plane_divides, FilterKind::separating_plane, FilterKind::hull};
const char* name(FilterKind kind) noexcept;  // the enumerator in words

}  // namespace graze
