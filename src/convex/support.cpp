#include "convex/support.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

constexpr double up = 1 + 0x1p-50;  // more than the rounding of a length

void measure(Support& support) {
  const PointBlock& p = support.points;
  Vec3 sum;
  for (std::uint32_t i = 0; i < support.count; ++i) sum = sum + Vec3{p.x[i], p.y[i], p.z[i]};
  support.centre = sum * (1.0 / support.count);
  double spread = 0, reach = 0;
  for (std::uint32_t i = 0; i < support.count; ++i) {
    const Vec3 point{p.x[i], p.y[i], p.z[i]};
    spread = std::max(spread, length(point - support.centre));
    reach = std::max(reach, length(point));
  }
  support.spread = spread * up;
  support.reach = reach * up;
}

Support curved(Support::Kind kind, Vec3 extent, double reach, const Pose& pose, double radius) {
  Support result;
  result.kind = kind;
  result.count = 0;
  result.pose = pose;
  result.radius = radius;
  result.extent = extent;
  result.spread = result.reach = reach * up;
  return result;
}

}  // namespace

Support support_of(std::span<const Vec3> few, const Pose& pose, double radius) {
  Support result;
  result.count = std::uint32_t(std::min<std::size_t>(few.size(), 8));
  result.pose = pose;
  result.radius = radius;
  for (std::size_t i = 0; i < 8; ++i) {
    const Vec3& p = few[std::min(i, few.size() - 1)];
    result.points.x[i] = p.x;
    result.points.y[i] = p.y;
    result.points.z[i] = p.z;
  }
  measure(result);
  return result;
}

Support support_of(const SupportTable& table, const Pose& pose, double radius) {
  Support result;
  result.kind = table.count <= 8 ? Support::Kind::few : Support::Kind::table;
  result.count = table.count;
  result.pose = pose;
  result.radius = radius;
  result.table = &table;
  result.centre = table.centre;
  result.spread = table.spread;
  result.reach = table.reach;
  return result;
}

Support support_of_box(Vec3 half, const Pose& pose, double radius) {
  Support result;
  result.count = 8;
  result.pose = pose;
  result.radius = radius;
  for (std::size_t i = 0; i < 8; ++i) {
    result.points.x[i] = i & 1 ? half.x : -half.x;
    result.points.y[i] = i & 2 ? half.y : -half.y;
    result.points.z[i] = i & 4 ? half.z : -half.z;
  }
  result.spread = result.reach = length(half) * up;
  return result;
}

Support support_of_ellipsoid(Vec3 semi_axes, const Pose& pose, double radius) {
  const double reach = std::max({semi_axes.x, semi_axes.y, semi_axes.z});
  return curved(Support::Kind::ellipsoid, semi_axes, reach, pose, radius);
}
Support support_of_cylinder(double core_radius, double half, const Pose& pose, double radius) {
  const double reach = length({core_radius, half, 0});
  return curved(Support::Kind::cylinder, {core_radius, core_radius, half}, reach, pose, radius);
}
Support support_of_cone(double core_radius, double half, const Pose& pose, double radius) {
  const double reach = length({core_radius, half, 0});
  return curved(Support::Kind::cone, {core_radius, core_radius, half}, reach, pose, radius);
}
Support support_of_capsule(double core_radius, double half, const Pose& pose, double radius) {
  return curved(Support::Kind::capsule, {core_radius, core_radius, half}, (core_radius + half) * up, pose, radius);
}

}  // namespace graze
