// The first stage of ccd on a device: most pairs of features are proven apart in float.
//
// The hull is scaled by a power of two so that its largest coordinate is in [1/2, 1), and its corners are rounded to
// float. With u = 2^-24 and `most` the largest magnitudes of the rounded corners, axis by axis:
// - A rounded corner is off by u of itself, or by 2^-150 where it is denormal. Its product with a direction d has three
//   roundings more, and its place at a time three: 7u |d|.most in all and terms of order u^2, below the 16u |d|.most
//   that the hull allows.
// - A determinant of three corners changes by 18u of the product M of `most` with the corners, and is off by 30u M by
//   its five roundings; a sum of three of them, each at most 6 M, by 3 * 48u M + 36u M = 180u M, below the 768u M that
//   the hull allows.
// - Directions are at most 24 long as sums of products of coordinates below 1; what underflows adds fewer than 300
//   times 2^-150: `tiny`, 2^-140, is more.
// The bounds hold with products fused into sums and without.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "backend/cuda/float_vec3.h"
#include "motion/moving_hull.h"

namespace graze {

template <>
struct HullRounding<FloatVec3> {
  using Real = float;
  static constexpr float unit = 0x1p-24f, tiny = 0x1p-140f;
};

// The high half of a double without its sign: in the order of the magnitudes.
constexpr std::uint32_t magnitude(double x) noexcept {
  return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 32) & 0x7fffffff;
}
constexpr std::uint32_t magnitude(Vec3 v) noexcept {
  return std::max(std::max(magnitude(v.x), magnitude(v.y)), magnitude(v.z));
}

// Are all coordinates of four points numbers that are not infinite?
constexpr bool all_finite(const Vec3* points) noexcept {
  std::uint32_t largest = 0;
  for (int i = 0; i < 4; ++i) largest = std::max(largest, magnitude(points[i]));
  return largest < 0x7ff00000;
}

// Scaled and rounded. False where that cannot be done: everything at the origin, denormal, or nearly beyond the
// doubles.
template <int Count>
constexpr bool to_float(const Vec3* at_0, const Vec3* at_1, MovingHull<Count, FloatVec3>& result) noexcept {
  Vec3 start[Count], end[Count];
  std::uint32_t largest = 0;
  for (int i = 0; i < Count; ++i) {
    const auto [p, q] = hull_corner(Count, i);
    start[i] = at_0[p] - at_0[q];
    end[i] = at_1[p] - at_1[q];
    largest = std::max(largest, std::max(magnitude(start[i]), magnitude(end[i])));
  }
  const std::uint64_t exponent = largest >> 20;
  if (exponent < 64 || exponent > 2044) return false;
  const double scale = std::bit_cast<double>((2045 - exponent) << 52);
  const auto rounded = [scale](const Vec3& v) {
    return FloatVec3{static_cast<float>(v.x * scale), static_cast<float>(v.y * scale), static_cast<float>(v.z * scale)};
  };
  for (int i = 0; i < Count; ++i) result.set_corner(i, rounded(start[i]), rounded(end[i]));
  return true;
}

// Proven: the features never meet, by an axis of the world or by the side of their plane that the origin is on. The
// sign of a coordinate of a corner is exact in float, too, where it is not 0.
template <int Count>
constexpr bool clear_at_once(const Vec3* at_0, const Vec3* at_1) noexcept {
  MovingHull<Count, FloatVec3> hull;
  return to_float(at_0, at_1, hull) && (hull.clear_along_axis() || hull.one_sign_of_volume());
}

// Proven: the same, by directions one after the other. Eight of them leave a seventh of the pairs of long edges that
// three leave, whose doubles would take much longer.
inline constexpr int most_directions = 8;
template <int Count>
constexpr bool clear_by_directions(const Vec3* at_0, const Vec3* at_1) noexcept {
  MovingHull<Count, FloatVec3> hull;
  if (!to_float(at_0, at_1, hull)) return false;
  float time = 0;
  for (int step = 0; step < most_directions; ++step) {
    const float until = hull.clear_until(hull.nearest(time).direction, 0, time);
    if (until >= 1) return true;
    if (!(until - time > 0x1p-10f)) break;
    time = until;
  }
  return false;
}

// Proven: apart until the end, from `time` on, until when they are.
inline constexpr int most_more_steps = 1024;
template <int Count>
constexpr bool apart_by_more_steps(const MovingHull<Count>& hull, double time) noexcept {
  for (int step = 0; step < most_more_steps; ++step) {
    const double until = hull.clear_until(hull.nearest(time).direction, 0, time);
    if (until >= 1) return true;
    if (!(until - time > 0x1p-40)) return false;
    time = until;
  }
  return false;
}

}  // namespace graze
