// Distances of triangles in exact arithmetic: slow, and right for every finite double.
#pragma once

#include "graze/math.h"
#include "narrow/triangle/triangle_distance.h"

namespace graze {

struct ExactClosest {
  double distance;          // within 2^-52 of itself, or a denormal; infinite where it leaves the doubles
  Vec3 weight_a, weight_b;  // of the corners, at the closest points, rounded
  Vec3 direction;           // from a to b, of length about 1
  TriangleFeature feature_a, feature_b;
};

// For triangles that do not meet. Features are the smallest that hold the closest points.
ExactClosest exact_closest(const Triangle& a, const Triangle& b) noexcept;

// Is the distance of triangles that do not meet at most r + s + t (finite)?
bool exact_within(const Triangle& a, const Triangle& b, double r, double s, double t = 0) noexcept;
// Is it less than r + s + t?
bool exact_nearer(const Triangle& a, const Triangle& b, double r, double s, double t = 0) noexcept;

struct CommonPoint {
  Vec3 point;  // rounded to nearest
  TriangleFeature feature_a, feature_b;
};

// A common point of triangles that meet: a corner if there is one, else where edges cross, else where an edge crosses a
// face.
CommonPoint common_point(const Triangle& a, const Triangle& b) noexcept;

}  // namespace graze
