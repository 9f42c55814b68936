#include "narrow/posed.h"

namespace graze {

Status make_posed(const Body& body, Posed& result) noexcept {
  if (!body.shape || fault(body.pose) != PoseFault::none) return Status::invalid;
  result = {&body.shape.data(), body.pose, posed_box(body.pose, body.shape.data().bounds)};
  if (is_finite(result.box.lo) && is_finite(result.box.hi)) return Status::ok;
  // The box is rounded outward and may be infinite where the vertices are not.
  for (std::uint32_t i = 0; i < result.shape->triangle_count; ++i) {
    const Triangle t = result.triangle(i);
    if (!is_finite(t.a) || !is_finite(t.b) || !is_finite(t.c)) return Status::out_of_range;
  }
  return Status::ok;
}

}  // namespace graze
