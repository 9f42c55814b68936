// With N the normal of the half-space in the world and n the rounded unit normal, the lowest point of a set X along n
// is not quite the one along N: with |n - N/|N|| <= 2^-48 and X within R of its centre, it is higher by at most
// 2^-47 R. The point itself is off by less than 2^-46 R for its rounding, and its height by what PosedPlane says.
#include "narrow/family/halfspace_support.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/guard.h"
#include "math/norms.h"
#include "math/ordinary.h"
#include "math/posed_point.h"
#include "narrow/body/posed.h"
#include "narrow/body/posed_plane.h"
#include "narrow/body/so_far.h"
#include "narrow/family/support_queries.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

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
  const double reach = (most_length(m.c0) + most_length(m.c1) + most_length(m.c2)) * body.set.farthest;
  const double error = height.error / norm * (1 + 0x1p-48) + reach * 0x1p-44 + gap.coordinates * 0x1p-50 +
                       (std::fabs(gap.height) + gap.radius + gap.margin) * 0x1p-50 +
                       0x1p-1060 / norm;  // what underflows in a height
  gap.lower = gap.height - gap.radius - gap.margin - error;
  gap.upper = gap.height - gap.radius - gap.margin + error;
  return gap;
}

CollideResult halfspace_support_collide(const Body& a, const Body& b, const CollideSettings& settings) {
  const HalfspaceGap gap = halfspace_gap(a, b);
  if (gap.status != Status::ok) return failed<CollideResult>(gap.status);
  auto result = no_so_far<CollideResult>();
  ++result.counters.double_tests;
  result.answer = answer_of(gap.upper <= 0);
  if (!result.yes() && gap.lower <= 0) {
    result.status = Status::undecided;
    result.upper = gap.upper;
  }
  if (settings.all && result.yes()) {
    result.complete = settings.max_results > 0;
    if (result.complete) result.pairs.push_back({0, 0});
  }
  return result;
}

DistanceResult halfspace_support_distance(const Body& a, const Body& b, const DistanceSettings& settings) {
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  const HalfspaceGap gap = halfspace_gap(a, b);
  if (gap.status != Status::ok) return failed<DistanceResult>(gap.status);
  DistanceResult result = at_distance_0();
  ++result.counters.double_tests;
  const auto place = [&](Vec3 on_plane, Vec3 on_body) {
    result.point_a = gap.plane_is_a ? on_plane : on_body;
    result.point_b = gap.plane_is_a ? on_body : on_plane;
  };
  result.feature_a.kind = result.feature_b.kind = Feature::Kind::face;
  result.point_bound = gap.coordinates * 0x1p-44 + (gap.upper - gap.lower);
  if (gap.upper <= 0) {
    const double above = gap.height - gap.margin;
    const Vec3 common = above > 0 ? gap.point - gap.normal * above : gap.point;
    place(common, common);
    return result;
  }
  result.lower = std::max(gap.lower, 0.0);
  result.upper = gap.upper;
  result.distance = std::max(result.lower * 0.5 + result.upper * 0.5, std::numeric_limits<double>::denorm_min());
  result.bound = std::nextafter(std::max(result.upper - result.distance, result.distance - result.lower), infinity);
  if (result.distance > settings.max) {
    set_beyond(result, std::min(result.lower, settings.max));
    return result;
  }
  place(gap.point - gap.normal * (gap.height - gap.margin), gap.point - gap.normal * gap.radius);
  result.normal = gap.plane_is_a ? gap.normal : Vec3{} - gap.normal;
  return result;
}

WithinResult halfspace_support_within(const Body& a, const Body& b, double tolerance) {
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  const HalfspaceGap gap = halfspace_gap(a, b);
  if (gap.status != Status::ok) return failed<WithinResult>(gap.status);
  auto result = no_so_far<WithinResult>();
  ++result.counters.double_tests;
  result.answer = answer_of(gap.upper <= tolerance);
  if (!result.yes() && gap.lower <= tolerance) {
    result.status = Status::undecided;
    result.lower = std::max(gap.lower, 0.0);
    result.upper = gap.upper;
  }
  return result;
}

SignedGap halfspace_support_gap(const Body& a, const Body& b) {
  const HalfspaceGap gap = halfspace_gap(a, b);
  return {gap.status, gap.lower, gap.upper};
}

}  // namespace graze
