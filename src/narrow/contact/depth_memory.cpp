#include "narrow/contact/depth_memory.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

// How far the columns may be from perpendicular unit vectors.
constexpr double most_skew = 0x1p-40;

bool is_rigid(const Mat3& m) {
  const double off =
      std::max({std::fabs(dot(m.c0, m.c0) - 1), std::fabs(dot(m.c1, m.c1) - 1), std::fabs(dot(m.c2, m.c2) - 1),
                std::fabs(dot(m.c0, m.c1)), std::fabs(dot(m.c1, m.c2)), std::fabs(dot(m.c2, m.c0))});
  return off <= most_skew;
}

// Of b, as a sees it.
Pose seen(const FacetedBody& a, const FacetedBody& b) {
  const Mat3& m = a.pose.linear;
  const auto back = [&](Vec3 v) { return Vec3{dot(m.c0, v), dot(m.c1, v), dot(m.c2, v)}; };
  const Mat3& n = b.pose.linear;
  return {{back(n.c0), back(n.c1), back(n.c2)}, back(b.pose.translation - a.pose.translation)};
}

std::uint64_t checksum_of(const FacetedBody& a, const FacetedBody& b) {
  return a.facets.checksum + 3 * b.facets.checksum;
}

// What rounding, and columns that are not quite perpendicular, may do to a pose that is seen and to the depth, twice;
// and what is lost when its numbers are kept as floats.
double slack_of(const FacetedBody& a, const FacetedBody& b) {
  const double coordinates = a.posed.rounding() + b.posed.rounding();  // 2^-49 of them, or more
  return 0x1p-20 * (a.posed.size() + b.posed.size()) + 64 * coordinates;
}

}  // namespace

double remembered_depth(const FacetedBody& body_a, const FacetedBody& body_b, const ContactCache& cache) noexcept {
  if (!(cache.least > 0)) return 0;
  const FacetedBody &a = cache.turned ? body_b : body_a, &b = cache.turned ? body_a : body_b;
  if (cache.shapes != checksum_of(a, b) || !is_rigid(a.pose.linear) || !is_rigid(b.pose.linear)) return 0;
  const Pose now = seen(a, b);
  const std::array<float, 12>& then = cache.b_in_a;
  const Mat3 turned{now.linear.c0 - Vec3{then[0], then[1], then[2]}, now.linear.c1 - Vec3{then[3], then[4], then[5]},
                    now.linear.c2 - Vec3{then[6], then[7], then[8]}};
  const Vec3 moved = turned * b.facets.frame.centre + (now.translation - Vec3{then[9], then[10], then[11]});
  const double turn = std::sqrt(dot(turned.c0, turned.c0) + dot(turned.c1, turned.c1) + dot(turned.c2, turned.c2));
  const double least = (cache.least - (turn * b.facets.frame.spread + length(moved)) * (1 + 0x1p-40)) -
                       4 * (a.posed.rounding() + b.posed.rounding());
  return least > 0 ? least : 0;
}

void remember_depth(const FacetedBody& a, const FacetedBody& b, double lower, ContactCache& cache) noexcept {
  cache.least = 0;
  cache.turned = false;
  const double least = lower * (1 - 0x1p-20) - slack_of(a, b);
  if (!(least > 0x1p-60 && least < 0x1p60) || !is_rigid(a.pose.linear) || !is_rigid(b.pose.linear)) return;
  const Pose now = seen(a, b);
  const Vec3 columns[4] = {now.linear.c0, now.linear.c1, now.linear.c2, now.translation};
  for (std::size_t i = 0; i < 12; ++i) cache.b_in_a[i] = float(columns[i / 3][int(i % 3)]);
  cache.least = float(least);
  cache.shapes = checksum_of(a, b);
}

}  // namespace graze
