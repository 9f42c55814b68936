// Curves that are known by the distance along them, as roads and rails have them: segments of lines, circles, clothoids
// and polynomials one after the other (IfcCompositeCurve of IfcCurveSegment), with a height for every distance
// (IfcGradientCurve); and what stands along them.
#pragma once

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

 private:
  double heading(double along) const noexcept;
  double polynomial_parameter(double distance) const;

  double start_ = 0, length_ = 0, sense_ = 1;  // of the parent curve, the way it is run
  double curvature_[4] = {0, 0, 0, 0};         // a polynomial of the distance along the parent curve
  std::vector<double> x_, y_;                  // of polynomial curves: their coefficients; else empty
};

class Alignment {
 public:
  // IfcCompositeCurve of curve segments, IfcGradientCurve over one, and any other bounded curve by its chords. Throws
  // Error naming what is not read.
  Alignment(const Context& context, std::uint32_t id);

  // Throws Error beyond the ends by more than a thousandth of the length.
  CurvePlace at(double distance) const;
  double length() const noexcept { return length_; }
  // Distances from one to the other, both among them, between which chords are as near as the deflection asks.
  std::vector<double> stations(const Context& context, double from, double to) const;

 private:
  struct Piece {
    double start;  // the distance along the whole
    Pose place;
    SegmentShape shape;
  };
  static std::vector<Piece> pieces_of(const Context& context, const Record& record);
  CurvePlace in_plan(double distance) const;
  void raise(double distance, CurvePlace& place) const;

  std::vector<Piece> plan_, profile_;  // of the profile, starts and places are in distance and height
  std::vector<Vec3> chain_;            // where it is no composite of segments
  std::vector<double> chain_starts_;
  double length_ = 0;
};

// IfcAxis2PlacementLinear: x along the curve, y to its left, level, or as its directions say.
Pose linear_placement_at(const Context& context, std::uint32_t id);

// IfcPointByDistanceExpression: how far along its curve it is, and its offsets from it.
struct LinearPoint {
  std::uint32_t curve = 0;
  double distance = 0, lateral = 0, vertical = 0, longitudinal = 0;
};
LinearPoint linear_point_at(const Context& context, std::uint32_t id);
// x along the curve, y to its left and level; moved by the offsets of the point.
Pose linear_frame(const Alignment& curve, const LinearPoint& point);

}  // namespace graze::ifc
