// Triangles that do not meet are closest at two edges (ends included) or at a corner and a face. All pairs are
// evaluated and the least taken; nothing rests on that choice being right, as the two bounds prove what it is worth.
//
// With u = 2^-53 and M the size, corners relative to the origin are off by u M in each coordinate.
// upper: the point p + s (q - p) of an edge, for the very double s in [0, 1], is computed with an error of 6 u M in
// each coordinate: 1 from the corners, 2 each from the difference and the product, 1 from the sum. A point of a face is
// off by 16 u M: its weights are not negative and add up to at most 1 + 4 u, which is 8 u M. The difference of the
// points of two edges, or of a face and a corner, is off by 19 u M in each coordinate: 33 u M as a vector. Its length,
// at most 3.5 M, adds 3 u of itself: 44 u M in all. lower: along any direction n the triangles are apart by (min n.b -
// max n.a) / |n|. Each n.x is off by 4 u |n|_1 M, their difference by 10 u |n|_1 M, below 18 u |n| M; square root, sum
// of squares and quotient add 5 u of at most 3.5 M: 36 u M. Both are rounded up to 48 u M, which also covers the terms
// in u^2, and underflow: in the range of sizes, and with |n| above 2^-20 M, it is below 2^-900.
#include "narrow/triangle/closest_rounded.h"

#include <algorithm>
#include <cmath>

#include "math/norms.h"

namespace graze {
namespace {

constexpr double rounded_error = 48 * 0x1p-53;

TriangleFeature edge_feature(int edge, double share) {
  using Kind = TriangleFeature::Kind;
  if (share == 0) return {Kind::vertex, std::uint8_t(edge)};
  if (share == 1) return {Kind::vertex, std::uint8_t(edge == 2 ? 0 : edge + 1)};
  return {Kind::edge, std::uint8_t(edge)};
}

}  // namespace

bool find_closest_rounded(const Triangle& a, const Triangle& b, RoundedClosest& result) noexcept {
  result.origin = a.a;
  const Vec3 corners[6] = {a.a, a.b, a.c, b.a, b.b, b.c};
  double size = 0;
  for (int k = 0; k < 3; ++k) {
    result.a[k] = corners[k] - a.a;
    result.b[k] = corners[k + 3] - a.a;
    size = std::max(size, std::max(largest(result.a[k]), largest(result.b[k])));
  }
  result.size = size;
  if (!(result.size >= least_size && result.size <= most_size)) return false;

  find_feature_squares()(result.a, result.b, result.squares);
  const int best = result.squares.least;
  const FeaturePair pair = FeaturePair::at(best);
  const Vec3 *p = result.a, *q = result.b;
  const double s = result.squares.s[best], t = result.squares.t[best];
  if (pair.kind == FeaturePair::Kind::edges) {
    result.point_a = p[pair.i] + (p[pair.i == 2 ? 0 : pair.i + 1] - p[pair.i]) * s;
    result.point_b = q[pair.j] + (q[pair.j == 2 ? 0 : pair.j + 1] - q[pair.j]) * t;
    result.feature_a = edge_feature(pair.i, s);
    result.feature_b = edge_feature(pair.j, t);
  } else {
    const bool of_b = pair.kind == FeaturePair::Kind::corner_of_b;
    const Vec3 *face = of_b ? p : q, corner = of_b ? q[pair.i] : p[pair.i];
    const Vec3 foot = face[0] + ((face[1] - face[0]) * s + (face[2] - face[0]) * t);
    result.point_a = of_b ? foot : corner;
    result.point_b = of_b ? corner : foot;
    const TriangleFeature whole{TriangleFeature::Kind::face, 0}, one{TriangleFeature::Kind::vertex, pair.i};
    result.feature_a = of_b ? whole : one;
    result.feature_b = of_b ? one : whole;
  }

  const Vec3 n = result.point_b - result.point_a;
  result.distance = length(n);
  result.upper = result.distance + rounded_error * result.size;
  result.lower = -1;
  if (!(result.distance > 0x1p-20 * result.size)) return true;
  const double low = std::min(dot(n, q[0]), std::min(dot(n, q[1]), dot(n, q[2])));
  const double high = std::max(dot(n, p[0]), std::max(dot(n, p[1]), dot(n, p[2])));
  result.lower = (low - high) / result.distance - rounded_error * result.size;
  return true;
}

}  // namespace graze
