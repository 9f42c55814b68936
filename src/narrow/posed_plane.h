// The boundary of a half-space n.x <= d under a pose x -> M x + t: its exact image, nothing rounded.
//
// A point w of the world is in it when n.(M^-1 (w - t)) <= d, that is, times |det M|: N.(w - t) <= D with N = n carried
// by the cofactors of M, and D = d |det M|. Both are polynomials of the given doubles, and so is height(w) = N.(w - t)
// - D, of degree 4: its square and that of a length times |N| fit into a Dyadic as long as no input is above 2^300.
#pragma once

#include "math/dyadic.h"
#include "math/dyadic3.h"
#include "shape/data.h"

namespace graze {

// A height in double, with a bound on what rounding did to it.
struct Height {
  double value, error;
};

class PosedPlane {
 public:
  static constexpr double largest =
      0x1p300;  // of the numbers of the half-space, of its pose, and of points and lengths

  PosedPlane(const Shape::Data& halfspace, const Pose& pose, int orientation) noexcept;

  Height height(Vec3 point) const noexcept;
  // Bounds the heights of all c + sum x_k h_k, |x_k| <= 1, moved by up to `slack` on each axis, from below.
  double lowest(Vec3 centre, const Vec3 (&half)[3], double slack) const noexcept;
  Dyadic exact_height(Vec3 point) const noexcept;
  // Exactly: is the point no farther from the half-space than r + s? Both finite and not negative.
  bool within(Vec3 point, double r, double s) const noexcept;

  double normal_length() const noexcept { return normal_length_; }  // |N|, to within 2^-50 of itself
  Vec3 unit_normal() const noexcept { return unit_normal_; }

 private:
  Dyadic3 exact_normal_;
  Dyadic exact_offset_;
  Vec3 origin_;     // t
  Vec3 normal_;     // N, rounded
  Vec3 magnitude_;  // of the products in N
  double offset_, offset_magnitude_;
  double normal_length_;
  Vec3 unit_normal_;
};

}  // namespace graze
