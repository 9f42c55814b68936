#include "narrow/posed.h"

#include <cmath>

namespace graze {

Status check_pose(const Pose& pose, int& orientation) noexcept {
  const Mat3& m = pose.linear;
  if (!is_finite(m.c0) || !is_finite(m.c1) || !is_finite(m.c2) || !is_finite(pose.translation)) return Status::invalid;
  orientation = determinant_sign(m);
  return orientation == 0 ? Status::invalid : Status::ok;
}

double posed_radius(const Mat3& linear, double radius) noexcept {
  double scale = 0;
  if (!(similarity_defect(linear, scale) <= 1e-6)) return -1;  // also where squares leave the doubles
  const double sq = dot(linear.c0, linear.c0);
  return std::fabs(sq - 1) <= 0x1p-40 ? radius : radius * std::sqrt(sq);
}

Status make_posed_with_radius(const Body& body, Posed& result) noexcept {
  if (!body.shape) return Status::invalid;
  int orientation = 0;
  if (const Status status = check_pose(body.pose, orientation); status != Status::ok) return status;
  const Shape::Data& shape = body.shape.data();
  if (shape.form == ShapeForm::halfspace) return Status::unsupported;
  const double radius = shape.margin > 0 ? posed_radius(body.pose.linear, shape.margin) : 0;
  if (radius < 0) return Status::unsupported;
  if (!(std::isfinite(radius) && (radius > 0 || shape.margin == 0))) return Status::out_of_range;
  result = {&shape, body.pose, orientation, posed_box(body.pose, shape.bounds), radius};
  if (is_finite(result.box.lo) && is_finite(result.box.hi)) return Status::ok;
  // The box is rounded outward and may be infinite where the vertices are not.
  for (std::uint32_t i = 0; i < result.shape->triangle_count; ++i) {
    const Triangle t = result.triangle(i);
    if (!is_finite(t.a) || !is_finite(t.b) || !is_finite(t.c)) return Status::out_of_range;
  }
  return Status::ok;
}

Status make_posed(const Body& body, Posed& result) noexcept {
  const Status status = make_posed_with_radius(body, result);
  return status == Status::ok && result.radius > 0 ? Status::unsupported : status;
}

}  // namespace graze
