// Segments of curves that are known by the distance along them (IfcCurveSegment): lines, circles, clothoids, spirals
// and polynomials.
#pragma once

#include <array>
#include <vector>

#include "io/ifc/context.h"

namespace graze::ifc {

// A place on a curve and the direction in which it goes on there, unit.
struct CurvePlace {
  Vec3 point, tangent;
};

// The shape of a segment, from its start at the origin along x, by the distance along it.
class SegmentShape {
 public:
  SegmentShape(const Context& context, const Record& segment);

  double length() const noexcept { return length_; }
  CurvePlace at(double distance) const;  // in the plane, z = 0
  // Of the parent curve there, to its left, and how fast it changes, per distance. Of polynomial curves both are 0.
  double curvature(double distance) const noexcept;
  double bend_rate(double distance) const noexcept;

 private:
  double heading(double along) const noexcept;
  double polynomial_parameter(double distance) const;

  static constexpr int terms = 8;
  double start_ = 0, length_ = 0, sense_ = 1;  // of the parent curve, the way it is run
  // The curvature by the distance along the parent curve: a polynomial, and a sine of one period and a cosine of half a
  // period over the length of the segment.
  std::array<double, terms> curvature_ = {};
  double sine_ = 0, cosine_ = 0;
  std::vector<double> x_, y_;  // of polynomial curves: their coefficients; else empty
};

}  // namespace graze::ifc
