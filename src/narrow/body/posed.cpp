#include "narrow/body/posed.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/paired.h"
#include "math/posed_box.h"

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

Status check_pose(const Pose& pose, int& orientation) noexcept {
  orientation = quick_orientation(pose);
  if (orientation == 0) [[unlikely]] {
    if (fault(pose) != PoseFault::none) return Status::invalid;
    orientation = determinant_sign(pose.linear);
  }
  return Status::ok;
}

double posed_radius(const Mat3& linear, double radius) noexcept {
  double scale = 0;
  const double defect = similarity_defect(linear, scale);
  if (!(scale > 0x1p-400 && scale < 0x1p400)) {  // squares leave the doubles
    const Vec3 most = max(max(abs(linear.c0), abs(linear.c1)), abs(linear.c2));
    const double greatest = std::max({most.x, most.y, most.z});
    if (!(greatest > 0 && std::isfinite(greatest))) return -1;
    const int exponent = std::ilogb(greatest);
    const auto share = [&](Vec3 v) {
      return Vec3{std::scalbn(v.x, -exponent), std::scalbn(v.y, -exponent), std::scalbn(v.z, -exponent)};
    };
    const Mat3 shares{share(linear.c0), share(linear.c1), share(linear.c2)};
    if (!(similarity_defect(shares, scale) <= 1e-6)) return -1;
    return std::scalbn(radius * length(shares.c0), exponent);
  }
  if (!(defect <= 1e-6)) return -1;
  const double sq = dot(linear.c0, linear.c0);
  return std::fabs(sq - 1) <= 0x1p-40 ? radius : radius * std::sqrt(sq);
}

Status make_posed_with_radius(const Body& body, Posed& result) noexcept {
  if (!body.shape) return Status::invalid;
  int orientation = 0;
  if (const Status status = check_pose(body.pose, orientation); status != Status::ok) return status;
  const ShapeData& shape = data_of(body.shape);
  if (shape.triangle_count == 0) return Status::unsupported;
  const double own = shape.radius > 0 ? posed_radius(body.pose.linear, shape.radius) : 0;
  if (own < 0) return Status::unsupported;
  const double radius = own + shape.world_margin;
  if (!(std::isfinite(radius) && (own > 0 || shape.radius == 0))) return Status::out_of_range;
  result.shape = &shape;
  result.pose = body.pose;
  result.orientation = orientation;
  result.box = inner::posed_box(body.pose, shape.bounds);
  result.radius = radius;
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

Status make_posed(const Body& body, Posed& result) noexcept {
  const Status status = make_posed_with_radius(body, result);
  return status == Status::ok && result.radius > 0 ? Status::unsupported : status;
}

}  // namespace graze
