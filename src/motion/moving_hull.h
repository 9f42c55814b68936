// The hull of up to four points on straight paths, in double with bounds: does it stay clear of the origin?
//
// A vertex and a triangle meet when the triangle, seen from the vertex, holds the origin; two edges when their
// differences do, which are a parallelogram. A direction along which all corners are above 0 at both ends of a span of
// time proves that the hull is clear of the origin throughout: the corners are linear in time.
//
// Bounds, with u = 2^-53 and `most` the largest magnitudes of the corners, axis by axis: a corner at any time is off by
// at most 6u most (difference, weights, products, sum); its product with a direction d by 16u |d|.most, a component of
// the cross product of two by 32u, a determinant of three by 150u of the products of `most`. What underflows is
// below 1e-300 for the 12 products at most.
#pragma once

#include "motion/exact_ccd.h"

namespace graze {

class MovingHull {
 public:
  MovingHull(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1) noexcept;

  // Proven: on one side of the origin along an axis of the world, at all times.
  bool clear_along_axis() const noexcept;
  // Proven: the origin is on one side of the plane of the corners from `from` to `to`.
  bool one_sign_of_volume(double from, double to) const noexcept;
  // Corners all above `height` along the direction from `from` until the returned time, proven; `from` where not even
  // there. The height counts in lengths of the direction.
  double clear_until(Vec3 direction, double height, double from) const noexcept;
  // Towards the hull: from the origin to its nearest point, as far as rounding shows. Not 0 where there is a gap to
  // see. And a proven upper bound of the gap, close to it.
  struct HullPoint {
    Vec3 direction;
    double gap;
  };
  HullPoint nearest(double time) const noexcept;
  // Proven contact between from and *hi, and none between from and *lo. Sets them only when true.
  bool certain_contact(double from, double& lo, double& hi) const noexcept;

 private:
  Vec3 corner(int i, double time) const noexcept { return at_0_[i] * (1 - time) + at_1_[i] * time; }
  double volume(double time) const noexcept;
  bool holds_origin_from_to(double from, double to) const noexcept;

  Vec3 at_0_[4], at_1_[4];
  Vec3 most_;
  int count_;
};

}  // namespace graze
