#include "narrow/posed.h"

#include <limits>

#include "math/paired.h"

namespace graze {
namespace {

// The sign of the determinant of a pose whose numbers are finite and far from the ends of the doubles; 0 where that is
// not so, or the sign not sure. The error of a 3 x 3 determinant in double is below 8u times its permanent
// (math/exact.h), which is at most the product of the sums of magnitudes in the rows; below 2^300 each, underflow of
// the products brings less than 2^-770.
int quick_orientation(const Pose& pose) noexcept {
  const Mat3& m = pose.linear;
  const Paired rows = (abs(Paired(m.c0)) + abs(Paired(m.c1))) + abs(Paired(m.c2));
  const Paired all = rows + abs(Paired(pose.translation));
  if (!((all.x() + all.y()) + all.z < 0x1p300)) return 0;
  const double value = dot(m.c0, cross(m.c1, m.c2));
  const double bound = (rows.x() * rows.y()) * rows.z * (8 * 0x1p-53) + 0x1p-760;
  return value > bound ? 1 : value < -bound ? -1 : 0;
}

}  // namespace

Status make_posed(const Body& body, Posed& result) noexcept {
  if (!body.shape) return Status::invalid;
  result.shape = &body.shape.data();
  result.pose = body.pose;
  result.orientation = quick_orientation(body.pose);
  if (result.orientation == 0) [[unlikely]] {
    if (fault(body.pose) != PoseFault::none) return Status::invalid;
    result.orientation = determinant_sign(body.pose.linear);
  }
  result.box = posed_box(body.pose, result.shape->bounds);
  const Vec3 size = result.box.hi - result.box.lo;
  if ((size.x + size.y) + size.z < std::numeric_limits<double>::infinity()) [[likely]]
    return Status::ok;
  // The box is rounded outward and may be infinite where the vertices are not.
  for (std::uint32_t i = 0; i < result.shape->triangle_count; ++i) {
    const Triangle t = result.triangle(i);
    if (!is_finite(t.a) || !is_finite(t.b) || !is_finite(t.c)) return Status::out_of_range;
  }
  return Status::ok;
}

}  // namespace graze
