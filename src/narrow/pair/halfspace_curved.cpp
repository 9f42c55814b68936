// With N the normal of the half-space in the world and n the rounded unit normal, the lowest point of a set X along n
// is not quite the one along N: with |n - N/|N|| <= 2^-48 and X within R of its centre, it is higher by at most
// 2^-47 R. The point itself is off by less than 2^-46 R for its rounding, and its height by what PosedPlane says.
#include "narrow/pair/halfspace_curved.h"

#include <algorithm>
#include <cmath>

#include "math/norms.h"
#include "math/ordinary.h"
#include "math/posed_point.h"
#include "narrow/body/posed.h"
#include "narrow/body/posed_plane.h"
#include "narrow/pair/convex_pair.h"

namespace graze {
namespace {

// The local point that is farthest in a local direction.
Vec3 farthest(const Support& set, Vec3 direction) {
  const Vec3 e = set.extent, d = ordinary(direction);
  if (set.kind == Support::Kind::ellipsoid) {
    const Vec3 stretched = ordinary({e.x * d.x, e.y * d.y, e.z * d.z});
    const double norm = length(stretched);
    if (!(norm > 0)) return {};
    return {e.x * (stretched.x / norm), e.y * (stretched.y / norm), e.z * (stretched.z / norm)};
  }
  if (set.kind == Support::Kind::capsule) {
    const double norm = length(d);
    return norm > 0 ? d * (e.x / norm) + Vec3{0, 0, d.z < 0 ? -e.z : e.z} : Vec3{};
  }
  const double across = std::sqrt(d.x * d.x + d.y * d.y);
  const Vec3 rim = across > 0 ? Vec3{e.x * (d.x / across), e.x * (d.y / across), 0} : Vec3{};
  if (set.kind == Support::Kind::cylinder) return {rim.x, rim.y, d.z < 0 ? -e.z : e.z};
  // A cone: the apex, or the rim of its base.
  return e.z * d.z > e.x * across - e.z * d.z ? Vec3{0, 0, e.z} : Vec3{rim.x, rim.y, -e.z};
}

}  // namespace

HalfspaceGap halfspace_gap(const Body& a, const Body& b) {
  HalfspaceGap gap;
  gap.plane_is_a = a.shape && a.shape.form() == ShapeForm::halfspace;
  const Body &plane = gap.plane_is_a ? a : b, &other = gap.plane_is_a ? b : a;
  int orientation = 0;
  SupportBody body;
  gap.status = check_pose(plane.pose, orientation);
  if (gap.status == Status::ok) gap.status = make_support(other, body);
  if (gap.status != Status::ok) return gap;
  const ShapeData& shape = data_of(plane.shape);
  const double most = std::max({largest(shape.normal), std::fabs(shape.offset), largest(plane.pose.linear.c0),
                                largest(plane.pose.linear.c1), largest(plane.pose.linear.c2),
                                largest(plane.pose.translation), size_of(body.box), shape.world_margin});
  if (!(most <= PosedPlane::largest)) {
    gap.status = Status::out_of_range;
    return gap;
  }
  const PosedPlane at(shape, plane.pose, orientation);
  gap.normal = at.unit_normal();
  const Mat3& m = body.set.pose.linear;
  const Vec3 down{-dot(m.c0, gap.normal), -dot(m.c1, gap.normal), -dot(m.c2, gap.normal)};
  gap.point = posed(body.set.pose, farthest(body.set, down));
  const Height height = at.height(gap.point);
  const double norm = at.normal_length();
  if (!(norm > 0x1p-1000)) {  // products of the pose's numbers leave the doubles
    gap.status = Status::out_of_range;
    return gap;
  }
  gap.height = height.value / norm;
  gap.radius = body.set.radius;
  gap.margin = shape.world_margin;
  gap.coordinates = size_of(body.box) + largest(plane.pose.translation);
  const double extent = (most_length(m.c0) + most_length(m.c1) + most_length(m.c2)) * body.set.farthest;
  const double error = height.error / norm * (1 + 0x1p-48) + extent * 0x1p-44 + gap.coordinates * 0x1p-50 +
                       (std::fabs(gap.height) + gap.radius + gap.margin) * 0x1p-50 +
                       0x1p-1060 / norm;  // what underflows in a height
  gap.lower = gap.height - gap.radius - gap.margin - error;
  gap.upper = gap.height - gap.radius - gap.margin + error;
  return gap;
}

SignedGap halfspace_support_gap(const Body& a, const Body& b) {
  const HalfspaceGap gap = halfspace_gap(a, b);
  return {gap.status, gap.lower, gap.upper};
}

}  // namespace graze
