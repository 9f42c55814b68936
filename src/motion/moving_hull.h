// The hull of three or four points on straight paths, in double with bounds: does it stay clear of the origin?
//
// A vertex and a triangle meet when the triangle, seen from the vertex, holds the origin; two edges when their
// differences do, which are a parallelogram. A direction along which all corners are above 0 at both ends of a span of
// time proves that the hull is clear of the origin throughout: the corners are linear in time.
//
// Bounds, with u = 2^-53 and `most` the largest magnitudes of the corners, axis by axis: a corner at any time is off by
// at most 6u most (difference, weights, products, sum); its product with a direction d by 16u |d|.most, a component of
// the cross product of two by 32u, a determinant of three by 150u of the products of `most`. What underflows is
// below 1e-300 for the 12 products at most.
//
// Everything that decides is constexpr, so that processors of other kinds compile the same source: without fused
// products they find the same bits. The vector may be of another type, with bounds of its own.
#pragma once

#include <algorithm>
#include <utility>

#include "graze/motion.h"

namespace graze {

// How many corners the hull has: 3 seen from a vertex, 4 of two edges.
constexpr int corners_of(CcdKind kind) { return kind == CcdKind::vertex_face ? 3 : 4; }

// Corner i of the hull is the difference of two of the four points.
struct HullCorner {
  int first, second;
};
constexpr HullCorner hull_corner(int count, int i) {
  constexpr HullCorner of_face[3] = {{1, 0}, {2, 0}, {3, 0}}, of_edges[4] = {{0, 2}, {1, 2}, {1, 3}, {0, 3}};
  return count == 3 ? of_face[i] : of_edges[i];
}

// The rounding of a type of vectors: `unit` is u above.
template <class Vector>
struct HullRounding;
template <>
struct HullRounding<Vec3> {
  using Real = double;
  static constexpr double unit = 0x1p-53, tiny = 1e-300;
};

template <int Count, class Vector = Vec3>
class MovingHull {
 public:
  using Real = typename HullRounding<Vector>::Real;

  // All corners at the origin.
  constexpr MovingHull() noexcept = default;
  // Four points each, in the order that CcdKind tells.
  constexpr MovingHull(const Vector* at_0, const Vector* at_1) noexcept {
    for (int i = 0; i < Count; ++i) {
      const auto [p, q] = hull_corner(Count, i);
      set_corner(i, at_0[p] - at_0[q], at_1[p] - at_1[q]);
    }
  }
  // Each corner once.
  constexpr void set_corner(int i, Vector start, Vector end) noexcept {
    at_0_[i] = start;
    at_1_[i] = end;
    most_ = max(most_, max(abs(start), abs(end)));
  }

  constexpr const Vector& start(int i) const noexcept { return at_0_[i]; }
  constexpr const Vector& end(int i) const noexcept { return at_1_[i]; }
  // The largest magnitudes, axis by axis.
  constexpr const Vector& most() const noexcept { return most_; }

  // Proven: on one side of the origin along an axis of the world, at all times. The sign of a difference of numbers is
  // exact.
  constexpr bool clear_along_axis() const noexcept {
    Vector lo = min(at_0_[0], at_1_[0]), hi = max(at_0_[0], at_1_[0]);
    for (int i = 1; i < Count; ++i) {
      lo = min(lo, min(at_0_[i], at_1_[i]));
      hi = max(hi, max(at_0_[i], at_1_[i]));
    }
    return lo.x > 0 || lo.y > 0 || lo.z > 0 || hi.x < 0 || hi.y < 0 || hi.z < 0;
  }

  // Proven: the origin is on one side of the plane of the corners from `from` to `to`, or all the time.
  constexpr bool one_sign_of_volume(Real from, Real to) const noexcept {
    return one_sign(corner(0, from), corner(1, from), corner(2, from), corner(0, to), corner(1, to), corner(2, to));
  }
  constexpr bool one_sign_of_volume() const noexcept {
    return one_sign(at_0_[0], at_0_[1], at_0_[2], at_1_[0], at_1_[1], at_1_[2]);
  }

  // Corners all above `height` along the direction from `from` until the returned time, proven; `from` where not even
  // there. The height is in lengths of the direction, rounded up.
  constexpr Real clear_until(Vector direction, Real height, Real from) const noexcept {
    const Real bound = dot(abs(direction), most_) * (16 * unit) + tiny + height;
    Real start[Count] = {}, end[Count] = {}, until = 1;
    for (int i = 0; i < Count; ++i) {
      start[i] = dot(direction, at_0_[i]);
      end[i] = dot(direction, at_1_[i]);
      const Real here = start[i] * (1 - from) + end[i] * from;
      if (!(here > bound)) return from;
      if (end[i] > bound) continue;
      until = std::min(until, from + (1 - from) * ((here - bound) / (here - end[i])));
    }
    if (until >= 1) return 1;
    // The quotient was rounded: what counts is that the corners are above at that time.
    for (const Real part : {1 - Real(0x1p-30), 1 - Real(0x1p-15), Real(0.5)}) {
      const Real time = from + (until - from) * part;
      bool above = true;
      for (int i = 0; i < Count; ++i) above = above && start[i] * (1 - time) + end[i] * time > bound;
      if (above) return time;
    }
    return from;
  }

  // The point nearest to the origin and the direction towards the hull, as far as rounding shows; the direction is not
  // 0 where there is a gap to see.
  struct HullPoint {
    Vector direction, point;
  };
  constexpr HullPoint nearest(Real time) const noexcept {
    Vector at[Count];
    for (int i = 0; i < Count; ++i) at[i] = corner(i, time);
    HullPoint best = nearest_on_segment(at[0], at[1]);
    for (int i = 1; i < Count; ++i) {
      const HullPoint next = nearest_on_segment(at[i], at[i + 1 == Count ? 0 : i + 1]);
      if (dot(next.point, next.point) < dot(best.point, best.point)) best = next;
    }
    const Vector normal = cross(at[1] - at[0], at[2] - at[0]);
    for (int i = 1; i + 1 < Count; ++i) {
      const Real a = dot(normal, cross(at[i], at[i + 1])), b = dot(normal, cross(at[i + 1], at[0]));
      const Real c = dot(normal, cross(at[0], at[i])), sum = (a + b) + c;
      if (!(a >= 0 && b >= 0 && c >= 0 && sum > 0)) continue;
      // A mean of corners is in the hull however wrong the weights are; the normal is the better direction near
      // contact.
      const Vector p = at[0] * (a / sum) + (at[i] * (b / sum) + at[i + 1] * (c / sum));
      if (!(dot(p, p) < dot(best.point, best.point))) continue;
      best = {dot(normal, at[0]) < 0 ? -normal : normal, p};
    }
    return best;
  }
  // A proven upper bound of the gap, close to it where the point is the nearest: 16u of `most` for the corners, and for
  // the mean of them.
  Real gap(const HullPoint& nearest) const noexcept {
    return length(nearest.point) * (1 + 0x1p-50) + ((most_.x + most_.y) + most_.z) * 0x1p-48 + tiny;
  }

  // Proven contact between from and *hi, and none between from and *lo. Sets them only when true.
  constexpr bool certain_contact(Real from, Real& lo, Real& hi) const noexcept {
    const Real bound = volume_bound();
    const Real start = volume(from);
    if (!(GRAZE_ABS(start) > bound)) return false;
    // A root by Newton's method, with the derivative as a difference; wherever that leads, what follows is proven.
    Real time = from, slope = 0;
    for (int i = 0; i < 8; ++i) {
      const Real here = volume(time), step = 0x1p-20;
      slope = (volume(time + step) - here) / step;
      const Real next = time - here / slope;
      if (!(next >= from && next <= 1)) return false;
      const bool settled = GRAZE_ABS(next - time) < 0x1p-40;
      time = next;
      if (settled) break;
    }
    const Real around = std::max(4 * bound / GRAZE_ABS(slope), 0x1p-50);
    if (!(around < 0x1p-20)) return false;
    const Real before = std::max(from, time - around), after = std::min(1.0, time + around);
    const Real end = volume(after);
    if (!(GRAZE_ABS(end) > bound) || (end > 0) == (start > 0)) return false;
    // While the volume has one sign the origin is not in the plane of the corners.
    const Real first = before > from && one_sign_of_volume(from, before) ? before : from;
    if (!(after - first <= 0x1p-30) || !holds_origin_from_to(first, after)) return false;
    lo = first;
    hi = after;
    return true;
  }

 private:
  static constexpr Real unit = HullRounding<Vector>::unit, tiny = HullRounding<Vector>::tiny;

  static constexpr Real det(Vector a, Vector b, Vector c) noexcept { return dot(cross(a, b), c); }

  // The determinant of corners that go from a0, b0, c0 to a1, b1, c1 is a cubic; these are three times its coefficients
  // as a Bezier curve.
  constexpr bool one_sign(Vector a0, Vector b0, Vector c0, Vector a1, Vector b1, Vector c1) const noexcept {
    const Real bound = volume_bound();
    const Real third[4] = {3 * det(a0, b0, c0), det(a1, b0, c0) + det(a0, b1, c0) + det(a0, b0, c1),
                           det(a1, b1, c0) + det(a1, b0, c1) + det(a0, b1, c1), 3 * det(a1, b1, c1)};
    const Real lo = std::min(std::min(third[0], third[1]), std::min(third[2], third[3]));
    const Real hi = std::max(std::max(third[0], third[1]), std::max(third[2], third[3]));
    return lo > 3 * bound || hi < -3 * bound;
  }

  // The direction: between the ends, square to the segment as exactly as rounding can say. Measured from the nearer
  // end, so that what is close to the origin is not rounded like what is far.
  static constexpr HullPoint nearest_on_segment(Vector a, Vector b) noexcept {
    if (dot(b, b) < dot(a, a)) {
      const Vector other = a;
      a = b;
      b = other;
    }
    const Vector along = b - a;
    const Real length_sq = dot(along, along);
    if (!(length_sq > 0)) return {a, a};
    const Real share = -dot(a, along) / length_sq;
    if (!(share > 0)) return {a, a};
    const Vector point = a + along * share;
    return {point - along * (dot(point, along) / length_sq), point};
  }

  constexpr Vector corner(int i, Real time) const noexcept { return at_0_[i] * (1 - time) + at_1_[i] * time; }
  constexpr Real volume(Real time) const noexcept { return det(corner(0, time), corner(1, time), corner(2, time)); }
  constexpr Real volume_bound() const noexcept { return most_.x * most_.y * most_.z * (256 * unit) + tiny; }

  // Seen along one axis, every edge spans an area of the same sign with the origin, throughout.
  constexpr bool holds_origin_from_to(Real from, Real to) const noexcept {
    Vector first[Count], last[Count];
    for (int i = 0; i < Count; ++i) {
      first[i] = corner(i, from);
      last[i] = corner(i, to);
    }
    const Vector normal = abs(cross(first[1] - first[0], first[2] - first[0]));
    const int k = normal.x > normal.y ? (normal.x > normal.z ? 0 : 2) : (normal.y > normal.z ? 1 : 2);
    const Real bound = (k == 0 ? most_.y * most_.z : k == 1 ? most_.z * most_.x : most_.x * most_.y) * (64 * unit);
    Real lo = 0, hi = 0;
    for (int i = 0; i < Count; ++i) {
      const int j = i + 1 == Count ? 0 : i + 1;
      const Real a = cross(first[i], first[j])[k], c = cross(last[i], last[j])[k];
      const Real b = 0.5 * (cross(first[i], last[j])[k] + cross(last[i], first[j])[k]);
      const Real least = std::min(a, std::min(b, c)), largest = std::max(a, std::max(b, c));
      lo = i == 0 ? least : std::min(lo, least);
      hi = i == 0 ? largest : std::max(hi, largest);
    }
    return lo > bound + tiny || hi < -(bound + tiny);
  }

  Vector at_0_[Count], at_1_[Count];
  Vector most_;
};

// What doubles with bounds can tell of a first contact.
enum class FirstContact : unsigned char { none, found, open };

// Time advances as far as one direction proves the points apart, then looks for another direction. A contact that is
// found has been proven: none before lo, one by hi. Open: the steps from `step` up to `last` do not tell, and the hull
// is clear until `time`, from where one may go on with the step `last`; where it was stuck, `time` is above 1, and only
// exact arithmetic can tell.
template <int Count>
constexpr FirstContact advance(const MovingHull<Count>& hull, int step, int last, double& time, double& lo,
                               double& hi) noexcept {
  for (; step < last; ++step) {
    const double until = hull.clear_until(hull.nearest(time).direction, 0, time);
    if (until >= 1) return FirstContact::none;
    const bool stuck = !(until - time > 0x1p-20);
    time = until;
    if ((stuck || step > 0) && hull.certain_contact(time, lo, hi)) return FirstContact::found;
    if (stuck) {
      time = 2;
      break;
    }
  }
  return FirstContact::open;
}

// After so many steps exact arithmetic is quicker.
inline constexpr int most_steps_to_contact = 64;

template <int Count>
constexpr FirstContact first_contact(const MovingHull<Count>& hull, double& lo, double& hi) noexcept {
  if (hull.clear_along_axis() || hull.one_sign_of_volume()) return FirstContact::none;
  double time = 0;
  return advance(hull, 0, most_steps_to_contact, time, lo, hi);
}

}  // namespace graze
