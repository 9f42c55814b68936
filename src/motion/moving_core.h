// The core of a body of few points, posed: a point, segment, box, or hull of up to eight, or of more. The body is
// everything within `radius` of the hull of these points, which are the posed doubles of the contract.
#pragma once

#include <cstdint>
#include <span>

#include "graze/query.h"

namespace graze {

template <std::uint32_t Most>
struct PointCore {
  static constexpr std::uint32_t most = Most;

  // The points less `at`, rounded once each. Of more than two the last is repeated to fill places by eights.
  double x[most], y[most], z[most];
  std::uint32_t count = 0;
  double radius = 0;
  Vec3 at;              // the translation of the pose
  Vec3 middle;          // about that of the points, less `at`
  double extent = 0;    // no coordinate of the points less `at` is larger
  double farthest = 0;  // no coordinate of the points, or of `at`, is larger
};
using MovingCore = PointCore<8>;
using ManyCore = PointCore<32>;

// Is the shape one of few points, with a radius or not?
bool has_moving_core(const Shape& shape) noexcept;
// False: the body has no such core, its pose is none, or its numbers are beyond 2^100.
bool make_moving_core(const Body& body, MovingCore& core) noexcept;

// Any points, with a radius, about a place near them; false where there are none, too many, or their numbers are beyond
// 2^100.
template <std::uint32_t Most>
bool fill_core(std::span<const Vec3> points, Vec3 at, double radius, PointCore<Most>& core) noexcept;

// The point of a core that is farthest along a vector.
struct Extreme {
  double value;
  std::uint32_t index;
};

// Of the points less `at`.
template <std::uint32_t Most>
Extreme extreme(const PointCore<Most>& core, Vec3 n) noexcept {
  const auto along = [&](std::uint32_t i) { return (n.x * core.x[i] + n.y * core.y[i]) + n.z * core.z[i]; };
  Extreme best{along(0), 0};
  if (core.count == 1) return best;
  if (core.count == 2) {
    const double other = along(1);
    return other > best.value ? Extreme{other, 1} : best;
  }
  constexpr std::uint32_t lanes = 8;
  double value[lanes];
  for (std::uint32_t first = 0; first < core.count; first += lanes) {
    for (std::uint32_t i = 0; i < lanes; ++i) value[i] = along(first + i);
    for (std::uint32_t i = 0; i < lanes; ++i)
      if (value[i] > best.value) best = {value[i], first + i};
  }
  return best;
}

// A lower bound of how far apart two bodies are: that along the line between their middles. Negative where it tells
// nothing.
double least_gap(const MovingCore& a, const MovingCore& b) noexcept;

}  // namespace graze
