// Triangles that do not meet are closest at two edges (ends included) or at a corner and a face. All pairs are
// evaluated and the least taken; nothing rests on that choice being right, as the two bounds prove what it is worth.
//
// With u = 2^-53 and M the size, corners relative to the origin are off by u M in each coordinate.
// upper: the point p + s (q - p) of an edge, for the very double s in [0, 1], is computed with an error of 6 u M in
// each coordinate (1 from the corners, 2 each from the difference and the product, 1 from the sum); a point of a face,
// whose weights add up to 1 within u, with 11 u M. The difference of two such points, at most one of them on a face, is
// off by 19 u M in each coordinate: 33 u M as a vector. Its length, at most 3.5 M, adds 3 u of itself: 44 u M in all.
// lower: along any direction n the triangles are apart by (min n.b - max n.a) / |n|. Each n.x is off by (1 + 3) u |n|_1
// M, their difference by 10 u |n|_1 M, below 18 u |n| M; square root, sum of squares and quotient add 5 u of at
// most 3.5 M: 36 u M in all. Both constants are rounded up to 48, which also covers the terms in u^2, and underflow: in
// the range of sizes, and with |n| above 2^-20 M, it is below 2^-900.
#include "narrow/closest_rounded.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

constexpr double error = 48 * 0x1p-53;

double clamp01(double x) { return x > 0 ? (x < 1 ? x : 1) : 0; }

struct Edge {
  Vec3 start, along;
  double square, inverse;  // of the length; inverse 0 for a point

  Edge(Vec3 p, Vec3 q) : start(p), along(q - p), square(dot(along, along)), inverse(square > 0 ? 1 / square : 0) {}
};

struct EdgeShares {
  double s, t;
};

// Where the segments are closest: the lines first, then each parameter clamped and the other found again.
EdgeShares closest_shares(const Edge& a, const Edge& b) {
  const Vec3 w = b.start - a.start;
  const double across = dot(a.along, b.along), d = dot(a.along, w), e = dot(b.along, w);
  const double determinant = a.square * b.square - across * across;
  const double free = determinant > 0 ? (b.square * d - across * e) / determinant : 0;
  const double t = clamp01((clamp01(free) * across - e) * b.inverse);
  return {clamp01((d + t * across) * a.inverse), t};
}

Vec3 difference(const Edge& a, const Edge& b, EdgeShares at) {
  return (b.start + b.along * at.t) - (a.start + a.along * at.s);
}

struct Face {
  Vec3 origin, u, v, normal;
  double inverse;  // of the squared normal; 0 for a degenerate triangle

  explicit Face(const Vec3* t) : origin(t[0]), u(t[1] - t[0]), v(t[2] - t[0]), normal(cross(u, v)) {
    const double square = dot(normal, normal);
    inverse = square > 0 ? 1 / square : 0;
  }
  double height(Vec3 p) const { return dot(normal, p - origin); }
  // Shares of u and v of the foot of p.
  EdgeShares foot(Vec3 p) const {
    const Vec3 w = p - origin;
    return {dot(normal, cross(w, v)) * inverse, dot(normal, cross(u, w)) * inverse};
  }
};

// Fills in the squares of the corners above or below the inside of the face.
void corner_squares(const Face& face, const Vec3* corners, double* square) {
  if (face.inverse == 0) return;
  const double h[3] = {face.height(corners[0]), face.height(corners[1]), face.height(corners[2])};
  // With corners on both sides, edges are closer.
  if ((h[0] > 0) != (h[1] > 0) || (h[0] > 0) != (h[2] > 0)) return;
  for (int k = 0; k < 3; ++k) {
    const EdgeShares at = face.foot(corners[k]);
    if (at.s >= 0 && at.t >= 0 && at.s + at.t <= 1) square[k] = h[k] * (h[k] * face.inverse);
  }
}

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
  Vec3 reach;
  for (int k = 0; k < 3; ++k) {
    result.a[k] = corners[k] - a.a;
    result.b[k] = corners[k + 3] - a.a;
    reach = max(reach, max(abs(result.a[k]), abs(result.b[k])));
  }
  result.size = std::max({reach.x, reach.y, reach.z});
  if (!(result.size >= least_size && result.size <= most_size)) return false;

  const Vec3 *p = result.a, *q = result.b;
  const Edge edges_a[3] = {{p[0], p[1]}, {p[1], p[2]}, {p[2], p[0]}};
  const Edge edges_b[3] = {{q[0], q[1]}, {q[1], q[2]}, {q[2], q[0]}};
  EdgeShares shares[9];
  for (int k = 0; k < 9; ++k) {
    shares[k] = closest_shares(edges_a[k / 3], edges_b[k % 3]);
    const Vec3 r = difference(edges_a[k / 3], edges_b[k % 3], shares[k]);
    result.square[k] = dot(r, r);
  }
  std::fill(result.square + 9, result.square + FeaturePair::count, std::numeric_limits<double>::infinity());
  const Face face_a(p), face_b(q);
  corner_squares(face_a, q, result.square + 9);
  corner_squares(face_b, p, result.square + 12);

  const int best = int(std::min_element(result.square, result.square + FeaturePair::count) - result.square);
  const FeaturePair pair = FeaturePair::at(best);
  if (pair.kind == FeaturePair::Kind::edges) {
    const EdgeShares at = shares[best];
    const Edge &edge_a = edges_a[pair.i], &edge_b = edges_b[pair.j];
    result.point_a = edge_a.start + edge_a.along * at.s;
    result.point_b = edge_b.start + edge_b.along * at.t;
    result.feature_a = edge_feature(pair.i, at.s);
    result.feature_b = edge_feature(pair.j, at.t);
  } else {
    const bool of_b = pair.kind == FeaturePair::Kind::corner_of_b;
    const Face& face = of_b ? face_a : face_b;
    const Vec3 corner = of_b ? q[pair.i] : p[pair.i];
    const EdgeShares at = face.foot(corner);
    const Vec3 foot = face.origin + (face.u * at.s + face.v * at.t);
    result.point_a = of_b ? foot : corner;
    result.point_b = of_b ? corner : foot;
    const TriangleFeature whole{TriangleFeature::Kind::face, 0}, one{TriangleFeature::Kind::vertex, pair.i};
    result.feature_a = of_b ? whole : one;
    result.feature_b = of_b ? one : whole;
  }

  const Vec3 n = result.point_b - result.point_a;
  result.distance = length(n);
  result.upper = result.distance + error * result.size;
  result.lower = -1;
  if (!(result.distance > 0x1p-20 * result.size)) return true;
  const double low = std::min({dot(n, q[0]), dot(n, q[1]), dot(n, q[2])});
  const double high = std::max({dot(n, p[0]), dot(n, p[1]), dot(n, p[2])});
  result.lower = (low - high) / result.distance - error * result.size;
  return true;
}

}  // namespace graze
