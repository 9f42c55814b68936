// How far apart are two closed triangles, and where? Any finite doubles; a zero-area triangle is the segment or point
// that it is, so points and segments are triangles with equal corners.
#pragma once

#include <cstdint>

#include "graze/math.h"

namespace graze {

// The part of a triangle that holds a point: corner `index`, the edge from corner `index` to the next, or the face
// (index 0).
struct TriangleFeature {
  enum class Kind : std::uint8_t { vertex, edge, face };
  Kind kind = Kind::vertex;
  std::uint8_t index = 0;
  friend constexpr bool operator==(const TriangleFeature&, const TriangleFeature&) = default;
};

struct TriangleDistance {
  double distance = 0;  // 0 exactly when triangles_meet(); infinite where it leaves the doubles
  double bound = 0;     // |distance - true| <= bound; 0 when they meet
  // Rounded points: each is within point_bound of a point on `feature` of its triangle, and those two points are apart
  // by the true distance up to `bound`. A point on a vertex is that vertex.
  Vec3 point_a, point_b;
  double point_bound = 0;
  Vec3 normal;  // unit, from a to b; made from more digits than the points have; 0 when they meet
  TriangleFeature feature_a, feature_b;
};

// The bound is below 2^-45 of the extent of the two triangles together, and in most cases a few units in the last place
// of the distance. Swapping the arguments mirrors the answer exactly.
TriangleDistance triangle_distance(const Triangle& a, const Triangle& b) noexcept;

// Exactly: is the true distance at most r + s, the sum taken without rounding? False for a negative sum and for NaN.
bool triangles_within(const Triangle& a, const Triangle& b, double r, double s = 0) noexcept;

}  // namespace graze
