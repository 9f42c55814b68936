// Curves that are known by the distance along them, as roads and rails have them: segments one after the other
// (IfcCompositeCurve of IfcCurveSegment), with a height for every distance (IfcGradientCurve), and with cant
// (IfcSegmentedReferenceCurve); and what stands along them.
#pragma once

#include <vector>

#include "io/ifc/segment_shape.h"

namespace graze::ifc {

// What is carried along a curve: how far it reaches from it, and the longest side of a section, which cant twists.
struct Carried {
  double farthest = 0, widest = 0;
};

class Alignment {
 public:
  // IfcCompositeCurve of curve segments, IfcGradientCurve over one, IfcSegmentedReferenceCurve over either, and any
  // other bounded curve by its chords. Throws Error naming what is not read.
  Alignment(const Context& context, std::uint32_t id);

  // Throws Error beyond the ends by more than a thousandth of the length.
  CurvePlace at(double distance) const;
  // There: x along the curve, y to its left, level unless there is cant, z up.
  Pose frame(double distance) const;
  double length() const noexcept { return length_; }
  // Distances from one to the other, both among them, between which chords are as near as the deflection asks, and the
  // triangles between what is carried along.
  std::vector<double> stations(const Context& context, double from, double to, Carried carried = {}) const;

 private:
  struct Piece {
    double start;  // the distance along the whole
    Pose place;
    SegmentShape shape;
  };
  // How far the curve is lifted, and by which angle it is turned about its tangent, the left side down: both go from
  // one value to the other as the curvature of the shape does.
  struct Bank {
    double lift = 0, tilt = 0;
  };
  struct CantPiece {
    double start;
    Bank from, to;
    SegmentShape shape;
  };
  struct BankRate {
    Bank bank;
    double rise;  // of the lift, per distance
  };
  static std::vector<Piece> pieces_of(const Context& context, const Record& record);
  static std::vector<CantPiece> cant_of(const Context& context, const Record& record);
  CurvePlace in_plan(double distance) const;
  void raise(double distance, CurvePlace& place) const;
  BankRate bank_at(double distance) const;

  std::vector<Piece> plan_, profile_;  // of the profile, starts and places are in distance and height
  std::vector<CantPiece> cant_;
  std::vector<Vec3> chain_;  // where it is no composite of segments
  std::vector<double> chain_starts_;
  double length_ = 0;
};

// IfcAxis2PlacementLinear: the frame of the curve, or as its directions say.
Pose linear_placement_at(const Context& context, std::uint32_t id);

// IfcPointByDistanceExpression: how far along its curve it is, and its offsets from it.
struct LinearPoint {
  std::uint32_t curve = 0;
  double distance = 0, lateral = 0, vertical = 0, longitudinal = 0;
};
LinearPoint linear_point_at(const Context& context, std::uint32_t id);
// The frame of the curve moved by the offsets of the point.
Pose linear_frame(const Alignment& curve, const LinearPoint& point);

}  // namespace graze::ifc
