// The closest points of two triangles in plain double: a guess at where they are, and a proof of how good it is.
#pragma once

#include <cstdint>

#include "graze/math.h"
#include "narrow/triangle/closest_kernel.h"
#include "narrow/triangle/triangle_distance.h"

namespace graze {

// Two features that may hold the closest points: edge i of a and edge j of b (ends included), or a corner and a face.
struct FeaturePair {
  enum class Kind : std::uint8_t { edges, corner_of_b, corner_of_a };
  Kind kind = Kind::edges;
  std::uint8_t i = 0, j = 0;  // edges: of a, of b; else the corner, and 0

  // By the place in FeatureSquares, whose order resolves ties.
  static constexpr FeaturePair at(int index) {
    const auto row = std::uint8_t(index / FeatureSquares::lanes), lane = std::uint8_t(index % FeatureSquares::lanes);
    if (row < 3) return {Kind::edges, row, lane};
    return {row == 3 ? Kind::corner_of_b : Kind::corner_of_a, lane, 0};
  }
};

struct RoundedClosest {
  Vec3 origin;          // a's first corner; the rest is relative to it
  Vec3 a[3], b[3];      // corners
  double size;          // largest magnitude of a coordinate of them
  double distance;      // between point_a and point_b
  double lower, upper;  // the true distance is between them; lower may be negative
  Vec3 point_a, point_b;
  TriangleFeature feature_a, feature_b;
  FeatureSquares squares;
};

// The sizes in which the proof holds: no product of it leaves the doubles. Elsewhere the input must be scaled first.
inline constexpr double least_size = 0x1p-60, most_size = 0x1p60;

// False, with only origin, a, b and size set, when the size is out of that range.
bool find_closest_rounded(const Triangle& a, const Triangle& b, RoundedClosest& result) noexcept;

}  // namespace graze
