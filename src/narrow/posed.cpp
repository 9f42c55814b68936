#include "narrow/posed.h"

namespace graze {

Status make_posed(const Body& body, Posed& result) noexcept {
  const Mat3& m = body.pose.linear;
  if (!body.shape || !is_finite(m.c0) || !is_finite(m.c1) || !is_finite(m.c2) || !is_finite(body.pose.translation))
    return Status::invalid;
  const int orientation = determinant_sign(m);
  if (orientation == 0) return Status::invalid;
  result = {&body.shape.data(), body.pose, orientation, posed_box(body.pose, body.shape.data().bounds)};
  if (is_finite(result.box.lo) && is_finite(result.box.hi)) return Status::ok;
  // The box is rounded outward and may be infinite where the vertices are not.
  for (std::uint32_t i = 0; i < result.shape->triangle_count; ++i) {
    const Triangle t = result.triangle(i);
    if (!is_finite(t.a) || !is_finite(t.b) || !is_finite(t.c)) return Status::out_of_range;
  }
  return Status::ok;
}

}  // namespace graze
