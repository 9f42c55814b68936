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

}  // namespace graze
