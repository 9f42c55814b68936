#include "motion/moving_hull.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graze {
namespace {

constexpr double tiny = 1e-300;

double det(Vec3 a, Vec3 b, Vec3 c) { return dot(cross(a, b), c); }

struct SegmentPoint {
  Vec3 point;      // the point of the segment nearest to the origin
  Vec3 direction;  // towards it; between the ends, square to the segment as exactly as doubles can say
};

// Measured from the nearer end, so that what is close to the origin is not rounded like what is far.
SegmentPoint nearest_on_segment(Vec3 a, Vec3 b) {
  if (dot(b, b) < dot(a, a)) std::swap(a, b);
  const Vec3 along = b - a;
  const double length_sq = dot(along, along);
  if (!(length_sq > 0)) return {a, a};
  const double share = -dot(a, along) / length_sq;
  if (!(share > 0)) return {a, a};
  const Vec3 point = a + along * share;
  return {point, point - along * (dot(point, along) / length_sq)};
}

}  // namespace

MovingHull::MovingHull(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1) noexcept
    : count_(kind == CcdKind::vertex_face ? 3 : 4) {
  static constexpr int first[2][4] = {{1, 2, 3, 0}, {0, 1, 1, 0}}, second[2][4] = {{0, 0, 0, 0}, {2, 2, 3, 3}};
  for (int i = 0; i < count_; ++i) {
    const auto p = static_cast<std::size_t>(first[static_cast<int>(kind)][i]);
    const auto q = static_cast<std::size_t>(second[static_cast<int>(kind)][i]);
    at_0_[i] = at_0[p] - at_0[q];
    at_1_[i] = at_1[p] - at_1[q];
    most_ = max(most_, max(abs(at_0_[i]), abs(at_1_[i])));
  }
}

// The sign of a difference of doubles is exact.
bool MovingHull::clear_along_axis() const noexcept {
  Vec3 lo = min(at_0_[0], at_1_[0]), hi = max(at_0_[0], at_1_[0]);
  for (int i = 1; i < count_; ++i) {
    lo = min(lo, min(at_0_[i], at_1_[i]));
    hi = max(hi, max(at_0_[i], at_1_[i]));
  }
  return lo.x > 0 || lo.y > 0 || lo.z > 0 || hi.x < 0 || hi.y < 0 || hi.z < 0;
}

double MovingHull::clear_until(Vec3 direction, double height, double from) const noexcept {
  // 2^-50 covers the square root and the product with the height.
  const double bound = dot(abs(direction), most_) * 16 * 0x1p-53 + tiny + height * length(direction) * (1 + 0x1p-50);
  double start[4], end[4], until = 1;
  for (int i = 0; i < count_; ++i) {
    start[i] = dot(direction, at_0_[i]);
    end[i] = dot(direction, at_1_[i]);
    const double here = start[i] * (1 - from) + end[i] * from;
    if (!(here > bound)) return from;
    if (end[i] > bound) continue;
    until = std::min(until, from + (1 - from) * ((here - bound) / (here - end[i])));
  }
  if (until >= 1) return 1;
  // The quotient was rounded: what counts is that the corners are above at that time.
  for (const double part : {1 - 0x1p-30, 1 - 0x1p-15, 0.5}) {
    const double time = from + (until - from) * part;
    bool above = true;
    for (int i = 0; i < count_; ++i) above = above && start[i] * (1 - time) + end[i] * time > bound;
    if (above) return time;
  }
  return from;
}

MovingHull::HullPoint MovingHull::nearest(double time) const noexcept {
  Vec3 at[4];
  for (int i = 0; i < count_; ++i) at[i] = corner(i, time);
  auto [point, direction] = nearest_on_segment(at[0], at[1]);
  for (int i = 1; i < count_; ++i) {
    const SegmentPoint next = nearest_on_segment(at[i], at[i + 1 == count_ ? 0 : i + 1]);
    if (!(dot(next.point, next.point) < dot(point, point))) continue;
    point = next.point;
    direction = next.direction;
  }
  const Vec3 normal = cross(at[1] - at[0], at[2] - at[0]);
  for (int i = 1; i + 1 < count_; ++i) {
    const double a = dot(normal, cross(at[i], at[i + 1])), b = dot(normal, cross(at[i + 1], at[0]));
    const double c = dot(normal, cross(at[0], at[i])), sum = (a + b) + c;
    if (!(a >= 0 && b >= 0 && c >= 0 && sum > 0)) continue;
    // A mean of corners is in the hull however wrong the weights are; the normal is the better direction near contact.
    const Vec3 p = at[0] * (a / sum) + (at[i] * (b / sum) + at[i + 1] * (c / sum));
    if (!(dot(p, p) < dot(point, point))) continue;
    point = p;
    direction = dot(normal, at[0]) < 0 ? -normal : normal;
  }
  // 16u of `most` for the corners, and for the mean of them.
  return {direction, length(point) * (1 + 0x1p-50) + ((most_.x + most_.y) + most_.z) * 0x1p-48 + tiny};
}

double MovingHull::volume(double time) const noexcept { return det(corner(0, time), corner(1, time), corner(2, time)); }

bool MovingHull::one_sign_of_volume(double from, double to) const noexcept {
  const Vec3 a0 = corner(0, from), b0 = corner(1, from), c0 = corner(2, from);
  const Vec3 a1 = corner(0, to), b1 = corner(1, to), c1 = corner(2, to);
  const double bound = most_.x * most_.y * most_.z * 256 * 0x1p-53 + tiny;
  const double third[4] = {3 * det(a0, b0, c0), det(a1, b0, c0) + det(a0, b1, c0) + det(a0, b0, c1),
                           det(a1, b1, c0) + det(a1, b0, c1) + det(a0, b1, c1), 3 * det(a1, b1, c1)};
  const auto [lo, hi] = std::minmax_element(third, third + 4);
  return *lo > 3 * bound || *hi < -3 * bound;
}

// Seen along one axis, every edge spans an area of the same sign with the origin, throughout.
bool MovingHull::holds_origin_from_to(double from, double to) const noexcept {
  Vec3 first[4], last[4];
  for (int i = 0; i < count_; ++i) {
    first[i] = corner(i, from);
    last[i] = corner(i, to);
  }
  const Vec3 normal = abs(cross(first[1] - first[0], first[2] - first[0]));
  const int k = normal.x > normal.y ? (normal.x > normal.z ? 0 : 2) : (normal.y > normal.z ? 1 : 2);
  const double bound = (k == 0 ? most_.y * most_.z : k == 1 ? most_.z * most_.x : most_.x * most_.y) * 64 * 0x1p-53;
  double lo = 0, hi = 0;
  for (int i = 0; i < count_; ++i) {
    const int j = i + 1 == count_ ? 0 : i + 1;
    const double area[3] = {cross(first[i], first[j])[k],
                            0.5 * (cross(first[i], last[j])[k] + cross(last[i], first[j])[k]),
                            cross(last[i], last[j])[k]};
    const auto [least, largest] = std::minmax_element(area, area + 3);
    lo = i == 0 ? *least : std::min(lo, *least);
    hi = i == 0 ? *largest : std::max(hi, *largest);
  }
  return lo > bound + tiny || hi < -(bound + tiny);
}

bool MovingHull::certain_contact(double from, double& lo, double& hi) const noexcept {
  const double bound = most_.x * most_.y * most_.z * 256 * 0x1p-53 + tiny;
  const double start = volume(from);
  if (!(std::fabs(start) > bound)) return false;
  // A root by Newton's method, with the derivative as a difference; wherever that leads, what follows is proven.
  double time = from, slope = 0;
  for (int i = 0; i < 8; ++i) {
    const double here = volume(time), step = 0x1p-20;
    slope = (volume(time + step) - here) / step;
    const double next = time - here / slope;
    if (!(next >= from && next <= 1)) return false;
    const bool settled = std::fabs(next - time) < 0x1p-40;
    time = next;
    if (settled) break;
  }
  const double reach = std::max(4 * bound / std::fabs(slope), 0x1p-50);
  if (!(reach < 0x1p-20)) return false;
  const double before = std::max(from, time - reach), after = std::min(1.0, time + reach);
  const double end = volume(after);
  if (!(std::fabs(end) > bound) || (end > 0) == (start > 0)) return false;
  // While the volume has one sign the origin is not in the plane of the corners.
  const double first = before > from && one_sign_of_volume(from, before) ? before : from;
  if (!(after - first <= 0x1p-30) || !holds_origin_from_to(first, after)) return false;
  lo = first;
  hi = after;
  return true;
}

}  // namespace graze
