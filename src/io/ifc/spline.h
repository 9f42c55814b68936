// B-spline curves of an IFC file.
#pragma once

#include <vector>

#include "io/ifc/context.h"

namespace graze::ifc {

struct SplineCurve {
  int degree = 1;
  std::vector<Vec3> poles;
  std::vector<double> weights;  // one a pole
  std::vector<double> knots;    // with their multiplicities
  double from = 0, to = 1;
};

SplineCurve spline_at(const Context& context, const Record& record);
Vec3 spline_point(const SplineCurve& curve, double parameter);
// Points on it whose chords are no farther from it than about the deflection.
std::vector<Vec3> spline_points(const SplineCurve& curve, double from, double to, double deflection);

}  // namespace graze::ifc
