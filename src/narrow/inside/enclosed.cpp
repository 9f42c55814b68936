#include "narrow/inside/enclosed.h"

#include "shape/components.h"

namespace graze {

std::optional<std::uint32_t> enclosed_triangle(const PlacedBody& guest, const PlacedBody& solid, Counters& counters) {
  if (!solid.body.shape->solid) return std::nullopt;
  for (const std::uint32_t triangle : component_triangles(*guest.body.shape)) {
    const Vec3 point = guest.body.triangle(triangle).a;
    if (overlap(solid.body.box, Box{point, point}) && inside_solid(solid, point, counters)) return triangle;
  }
  return std::nullopt;
}

}  // namespace graze
