// The closest points of two triangles in pairs of doubles: for triangles so close that double cannot tell how close.
#pragma once

#include "math/double_double.h"
#include "narrow/triangle/closest_rounded.h"

namespace graze {

struct DoubleDouble3 {
  DoubleDouble x, y, z;
};

struct RefinedClosest {
  bool found = false;         // else only `lower` is set
  DoubleDouble lower, upper;  // the true distance is between them; lower may be negative
  DoubleDouble distance;      // between point_a and point_b
  Vec3 point_a, point_b;      // relative to the origin of the rounded guess, rounded
  Vec3 direction;             // from point_a to point_b, of any length, rounded
  TriangleFeature feature_a, feature_b;
};

// Looks at the pairs of features that the guess finds near, the nearest first, until the bounds are as close as `gap`,
// or both on one side of `limit`, or nothing is left to look at.
RefinedClosest refine_closest(const Triangle& a, const Triangle& b, const RoundedClosest& guess, double gap,
                              const DoubleDouble* limit = nullptr) noexcept;

}  // namespace graze
