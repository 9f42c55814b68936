// Are two triangles farther apart than a distance, or not? In float or double, by certificates.
//
// The nearest points of all pairs of edges, and of corners and faces, are computed as well as rounding allows. They are
// points of the triangles whatever they are worth, so that the gap is at most their distance; and along the direction
// between them all corners of one triangle lie beyond all of the other by less than the gap. One of the two nearly
// always tells.
//
// Bounds, with u the unit of rounding, corners off by at most e on each axis, and M the largest coordinate: a point
// p + s (q - p) is off by e + 5u M, or e + 9u M of a face, on each axis; so the difference of two is off by at most
// 3.5 (e + 6u M) in length, and its length is rounded by 3u of itself. A corner along a direction n is off by
// (e + 3u M) |n|_1, of which |n|_1 is at most 1.74 |n|.
#pragma once

#include "backend/cuda/anywhere.h"
#include "backend/cuda/float_vec3.h"
#include "graze/math.h"

namespace graze::gpu {

enum class Gap : std::uint8_t { within, beyond, open };

namespace gap {

template <class P>
struct Nearest {
  P difference;  // from a point of the one triangle to one of the other
  decltype(P{}.x) square;

  GRAZE_ANYWHERE void consider(const P& d) noexcept {
    const auto sq = dot(d, d);
    if (!(sq < square)) return;
    square = sq;
    difference = d;
  }
};

template <class Real>
GRAZE_ANYWHERE Real in_unit(Real x) noexcept {
  return x > 0 ? (x < 1 ? x : Real(1)) : Real(0);  // 0 for NaN, too
}

// Of the segments p + s u and q + t v (Ericson, Real-Time Collision Detection, 5.1.9).
template <class P>
GRAZE_ANYWHERE P between_segments(const P& p, const P& u, const P& q, const P& v) noexcept {
  using Real = decltype(P{}.x);
  const P r = p - q;
  const Real a = dot(u, u), e = dot(v, v), f = dot(v, r), c = dot(u, r), b = dot(u, v);
  const Real denominator = a * e - b * b;
  Real s = denominator > 0 ? in_unit((b * f - c * e) / denominator) : Real(0);
  const Real t = in_unit((b * s + f) / e);
  s = in_unit((b * t - c) / a);
  return (q + v * t) - (p + u * s);
}

// From a point to the triangle a + v ab + w ac (the same, 5.1.5).
template <class P>
GRAZE_ANYWHERE P to_triangle(const P& p, const P& a, const P& ab, const P& ac) noexcept {
  using Real = decltype(P{}.x);
  const P ap = p - a;
  const Real d1 = dot(ab, ap), d2 = dot(ac, ap), bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac);
  const Real determinant = bb * cc - bc * bc;
  // Inside the face only: edges are looked at on their own.
  const Real v = in_unit((cc * d1 - bc * d2) / determinant), w = in_unit((bb * d2 - bc * d1) / determinant);
  const Real less = v + w > 1 ? Real(1) - v : w;
  return (a + (ab * v + ac * less)) - p;
}

}  // namespace gap

// Of triangles with corners a[0..2] and b[0..2]; the distance is at least `least` and at most `most`.
template <class P>
GRAZE_ANYWHERE Gap gap_of(const P (&a)[3], const P (&b)[3], decltype(P{}.x) off, decltype(P{}.x) least_distance,
                          decltype(P{}.x) most_distance) noexcept {
  using Real = decltype(P{}.x);
  constexpr Real u = sizeof(Real) == sizeof(float) ? Real(0x1p-24) : Real(0x1p-53);
  Real most = 0;
  for (int k = 0; k < 3; ++k) {
    const P size = max(abs(a[k]), abs(b[k]));
    most = greatest(most, greatest(greatest(size.x, size.y), size.z));
  }
  const P edge_a[3] = {a[1] - a[0], a[2] - a[1], a[0] - a[2]}, edge_b[3] = {b[1] - b[0], b[2] - b[1], b[0] - b[2]};
  gap::Nearest<P> nearest{{}, static_cast<Real>(sizeof(Real) == sizeof(float) ? 1e36 : 1e300)};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) nearest.consider(gap::between_segments(a[i], edge_a[i], b[j], edge_b[j]));
  for (int i = 0; i < 3; ++i) {
    nearest.consider(gap::to_triangle(a[i], b[0], edge_b[0], -edge_b[2]));
    nearest.consider(-gap::to_triangle(b[i], a[0], edge_a[0], -edge_a[2]));
  }
  const P n = nearest.difference;
  const Real length = sqrt(dot(n, n)), point = Real(3.6) * (off + 8 * u * most);
  if (length * (1 + 4 * u) + point <= least_distance) return Gap::within;
  Real low = 0, high = 0;
  for (int k = 0; k < 3; ++k) {
    const Real of_a = dot(n, a[k]), of_b = dot(n, b[k]);
    high = k == 0 || of_a > high ? of_a : high;
    low = k == 0 || of_b < low ? of_b : low;
  }
  const Real slack = Real(1.8) * length * (2 * off + 10 * u * most);
  if (low - high - slack > most_distance * length * (1 + 8 * u)) return Gap::beyond;
  return Gap::open;
}

}  // namespace graze::gpu
