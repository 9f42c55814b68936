// The boundary of a half-space n.x <= d under a pose x -> M x + t: its exact image, nothing rounded.
//
// A point w of the world is in it when n.(M^-1 (w - t)) <= d, that is, times |det M|: N.(w - t) <= D with N = n carried
// by the cofactors of M, and D = d |det M|. Both are polynomials of the given doubles, and so is height(w) = N.(w - t)
// - D, of degree 4: its square and that of a length times |N| fit into a Dyadic as long as no input is above 2^300.
// Where M or n is far from unit size, N and D are those of M and n times powers of two: one plane, and no underflow.
#pragma once

#include <cmath>

#include "math/dyadic.h"
#include "math/dyadic3.h"
#include "shape/data.h"

namespace graze {

// A height in double, with a bound on what rounding did to it.
struct Height {
  double value, error;
};

// The same plane in double.
struct RoundedPlane {
  Vec3 origin;                      // t
  Vec3 normal;                      // N, off by less than 2^-49 of `magnitude`
  Vec3 magnitude;                   // of the products in N
  double offset, offset_magnitude;  // likewise

  RoundedPlane() noexcept = default;
  RoundedPlane(const ShapeData& halfspace, const Pose& pose, int orientation) noexcept;

  Height height(Vec3 point) const noexcept;
};

class PosedPlane {
 public:
  static constexpr double largest =
      0x1p300;  // of the numbers of the half-space, of its pose, and of points and lengths

  static bool in_range(double x) noexcept { return std::fabs(x) <= largest; }
  static bool in_range(Vec3 v) noexcept { return in_range(v.x) && in_range(v.y) && in_range(v.z); }
  static bool in_range(const ShapeData& halfspace, const Pose& pose) noexcept;

  PosedPlane(const ShapeData& halfspace, const Pose& pose, int orientation) noexcept;

  Height height(Vec3 point) const noexcept { return rounded_.height(point); }
  Dyadic exact_height(Vec3 point) const noexcept;
  // How much the height grows from q to p.
  Dyadic exact_climb(Vec3 p, Vec3 q) const noexcept;
  // Exactly: is the point no farther from the half-space than r + s? Both finite and not negative.
  bool within(Vec3 point, double r, double s) const noexcept;

  double normal_length() const noexcept { return normal_length_; }  // |N|, to within 2^-50 of itself
  Vec3 unit_normal() const noexcept { return unit_normal_; }
  const Dyadic3& exact_normal() const noexcept { return exact_normal_; }
  const Dyadic& exact_offset() const noexcept { return exact_offset_; }

 private:
  Dyadic3 exact_normal_;
  Dyadic exact_offset_;
  RoundedPlane rounded_;
  double normal_length_;
  Vec3 unit_normal_;
};

}  // namespace graze
