// The closest points of two triangles in plain double: a guess at where they are, and a proof of how good it is.
#pragma once

#include <cstdint>
#include <limits>

#include "graze/math.h"
#include "narrow/triangle_distance.h"

namespace graze {

// Two features that may hold the closest points: edge i of a and edge j of b (ends included), or a corner and a face.
struct FeaturePair {
  enum class Kind : std::uint8_t { edges, corner_of_b, corner_of_a };
  Kind kind = Kind::edges;
  std::uint8_t i = 0, j = 0;  // edges: of a, of b; else the corner, and 0

  // In the order in which ties are resolved: nine pairs of edges, the corners of b on a, the corners of a on b.
  static constexpr int count = 15;
  static constexpr FeaturePair at(int index) {
    const auto k = static_cast<std::uint8_t>(index);
    if (k < 9) return {Kind::edges, std::uint8_t(k / 3), std::uint8_t(k % 3)};
    return {k < 12 ? Kind::corner_of_b : Kind::corner_of_a, std::uint8_t(k % 3), 0};
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
  double square[FeaturePair::count];  // about the squared distance of each pair of features; infinite for a corner that
                                      // does not seem to be above or below the face
};

// The sizes in which the proof holds: no product of it leaves the doubles. Elsewhere the input must be scaled first.
inline constexpr double least_size = 0x1p-60, most_size = 0x1p60;

// False, with only origin, a, b and size set, when the size is out of that range.
bool find_closest_rounded(const Triangle& a, const Triangle& b, RoundedClosest& result) noexcept;

}  // namespace graze
