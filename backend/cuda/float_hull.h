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

// Proven: the same, by directions one after the other, from `step` up to `last`. Else `time` is until when they are
// apart, from where one may go on; above 1 where that is of no use.
template <int Count>
constexpr bool clear_by_directions(const Vec3* at_0, const Vec3* at_1, int step, int last, float& time) noexcept {
  MovingHull<Count, FloatVec3> hull;
  if (time > 1 || !to_float(at_0, at_1, hull)) return false;
  for (; step < last; ++step) {
    const float until = hull.clear_until(hull.nearest(time).direction, 0, time);
    if (until >= 1) return true;
    if (!(until - time > 0x1p-10f)) {
      time = 2;
      break;
    }
    time = until;
  }
  return false;
}
// A few directions show most; some more of them a seventh of the pairs of long edges, whose doubles would take longer.
inline constexpr int few_directions = 3, most_directions = 8;

// How far, from `from` on and at most up to `to`, the points are proven apart, by a few directions.
template <int Count>
constexpr double apart_until(const MovingHull<Count>& hull, double from, double to) noexcept {
  constexpr int steps = 16;
  for (int step = 0; step < steps && from < to; ++step) {
    const double until = hull.clear_until(hull.nearest(from).direction, 0, from);
    if (!(until > from)) break;
    from = until;
  }
  return from;
}

// Proven: apart until the end, from `time` on, until when they are. The rest of the time is cut into pieces, and those
// that are not proven apart once more: together(begin, end) asks about all pieces of a span, and gives the bits of
// those that failed.
inline constexpr int time_pieces = 32, most_hard_pieces = 8;
constexpr double piece_begin(double begin, double end, int piece) noexcept {
  return piece == time_pieces ? end : begin + (end - begin) * (piece * (1.0 / time_pieces));
}
template <class Together>
constexpr bool apart_in_pieces(double time, const Together& together) noexcept {
  const std::uint32_t hard = together(time, 1.0);
  int rounds = 0;
  for (int piece = 0; piece < time_pieces; ++piece) {
    if ((hard >> piece & 1) == 0) continue;
    if (++rounds > most_hard_pieces) return false;
    if (together(piece_begin(time, 1, piece), piece_begin(time, 1, piece + 1)) != 0) return false;
  }
  return true;
}

}  // namespace graze
