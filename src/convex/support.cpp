#include "convex/support.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

constexpr double up = 1 + 0x1p-50;  // more than the rounding of a length

// Where squares leave the doubles.
[[gnu::noinline]] void measure_at_extremes(Support& support) {
  const PointBlock& p = support.points;
  support.spread = support.farthest = 0;
  for (std::uint32_t i = 0; i < support.count; ++i) {
    const Vec3 point{p.x[i], p.y[i], p.z[i]};
    support.spread = std::max(support.spread, most_length(point - support.centre));
    support.farthest = std::max(support.farthest, most_length(point));
  }
}

void measure(Support& support) {
  const PointBlock& p = support.points;
  Vec3 sum;
  for (std::uint32_t i = 0; i < support.count; ++i) sum = sum + Vec3{p.x[i], p.y[i], p.z[i]};
  support.centre = sum * (1.0 / support.count);
  double spread = 0, farthest = 0;
  for (std::uint32_t i = 0; i < support.count; ++i) {
    const Vec3 point{p.x[i], p.y[i], p.z[i]};
    spread = std::max(spread, length(point - support.centre));
    farthest = std::max(farthest, length(point));
  }
  support.spread = spread * up;
  support.farthest = farthest * up;
  if (farthest > 1e-140 && farthest < 1e150 && (spread > 1e-140 || support.count == 1)) [[likely]]
    return;
  measure_at_extremes(support);
}

Vec3 times_power(Vec3 v, int exponent) {
  return {std::scalbn(v.x, exponent), std::scalbn(v.y, exponent), std::scalbn(v.z, exponent)};
}

Support curved(Support::Kind kind, Vec3 extent, double farthest, const Pose& pose, double radius) {
  Support result;
  result.kind = kind;
  result.count = 0;
  result.pose = pose;
  result.radius = radius;
  result.extent = extent;
  result.spread = result.farthest = farthest;
  if (farthest > 0x1p-200 && farthest < 0x1p200) return result;
  // Squares would leave the doubles: the power of two goes to the pose, if there is room for it.
  const int exponent = std::ilogb(farthest);
  const Mat3& m = pose.linear;
  const Mat3 linear{times_power(m.c0, exponent), times_power(m.c1, exponent), times_power(m.c2, exponent)};
  if (!is_finite(linear.c0) || !is_finite(linear.c1) || !is_finite(linear.c2)) return result;
  result.pose.linear = linear;
  result.extent = times_power(extent, -exponent);
  result.spread = result.farthest = std::scalbn(farthest, -exponent);
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
  result.spread = result.farthest = most_length(half);
  return result;
}

Support support_of_ellipsoid(Vec3 semi_axes, const Pose& pose, double radius) {
  const double farthest = std::max({semi_axes.x, semi_axes.y, semi_axes.z}) * up;
  return curved(Support::Kind::ellipsoid, semi_axes, farthest, pose, radius);
}

// Its least radius of curvature is the square of the least semi-axis over the greatest. Their squares are the
// eigenvalues of G G^T, where the columns of G are the posed semi-axes; none is farther from a third of the trace than
// the Frobenius norm of what is left. A sum here rounds by less than 16 u of the trace.
Support with_ball_out(const Support& support) {
  Support result = support;
  if (support.kind != Support::Kind::ellipsoid) return result;
  const Mat3& m = support.pose.linear;
  const Vec3 g[3] = {m.c0 * support.extent.x, m.c1 * support.extent.y, m.c2 * support.extent.z};
  const auto entry = [&](int i, int j) { return (g[0][i] * g[0][j] + g[1][i] * g[1][j]) + g[2][i] * g[2][j]; };
  const double xx = entry(0, 0), yy = entry(1, 1), zz = entry(2, 2), mean = ((xx + yy) + zz) / 3;
  const Vec3 diagonal{xx - mean, yy - mean, zz - mean}, beside{entry(0, 1), entry(1, 2), entry(2, 0)};
  const double spread = std::sqrt(dot(diagonal, diagonal) + 2 * dot(beside, beside)) * up + 0x1p-46 * mean;
  const double ball = (mean - spread) / std::sqrt(mean + spread) / up;
  // Of longer ones a small ball would be gained, and its direction not known well (isa/core.inl).
  // Squares of squares that leave the doubles say nothing.
  if (!(ball > 0.1 * std::sqrt(mean)) || !(mean > 0x1p-400)) return result;
  result.inset = ball;
  result.radius += ball;
  return result;
}

Support support_of_cylinder(double core_radius, double half, const Pose& pose, double radius) {
  const double farthest = most_length({core_radius, half, 0});
  return curved(Support::Kind::cylinder, {core_radius, core_radius, half}, farthest, pose, radius);
}
Support support_of_cone(double core_radius, double half, const Pose& pose, double radius) {
  const double farthest = most_length({core_radius, half, 0});
  return curved(Support::Kind::cone, {core_radius, core_radius, half}, farthest, pose, radius);
}
Support support_of_capsule(double core_radius, double half, const Pose& pose, double radius) {
  return curved(Support::Kind::capsule, {core_radius, core_radius, half}, (core_radius + half) * up * up, pose, radius);
}

}  // namespace graze
