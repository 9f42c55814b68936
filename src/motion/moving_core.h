// The core of a body of few points, posed: a point, segment, box, or hull of up to eight. The body is everything within
// `radius` of the hull of these points, which are the posed doubles of the contract.
#pragma once

#include <cstdint>

#include "graze/query.h"

namespace graze {

struct MovingCore {
  static constexpr std::uint32_t most = 8;

  // The points less `at`, rounded once each. Of more than two the last is repeated to fill all places.
  double x[most], y[most], z[most];
  std::uint32_t count = 0;
  double radius = 0;
  Vec3 at;              // the translation of the pose
  Vec3 middle;          // about that of the points, less `at`
  double reach = 0;     // no coordinate of the points less `at` is larger
  double farthest = 0;  // no coordinate of the points, or of `at`, is larger
};

// False: the body has no such core, its pose is none, or its numbers are beyond 2^100.
bool make_moving_core(const Body& body, MovingCore& core) noexcept;

// The point of a core that is farthest along a vector.
struct Extreme {
  double value;
  std::uint32_t index;
};

// Of the points less `at`.
inline Extreme extreme(const MovingCore& core, Vec3 n) noexcept {
  const auto along = [&](std::uint32_t i) { return (n.x * core.x[i] + n.y * core.y[i]) + n.z * core.z[i]; };
  Extreme best{along(0), 0};
  if (core.count == 1) return best;
  if (core.count == 2) {
    const double other = along(1);
    return other > best.value ? Extreme{other, 1} : best;
  }
  double value[MovingCore::most];
  for (std::uint32_t i = 0; i < MovingCore::most; ++i) value[i] = along(i);
  for (std::uint32_t i = 1; i < MovingCore::most; ++i)
    if (value[i] > best.value) best = {value[i], i};
  return best;
}

// A lower bound of how far apart two bodies are: that along the line between their middles. Negative where it tells
// nothing.
double least_gap(const MovingCore& a, const MovingCore& b) noexcept;

}  // namespace graze
