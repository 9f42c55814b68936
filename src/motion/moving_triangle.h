// A triangle on a path.
//
// Rounding, with u = 2^-53 and the terms of motion/path.h: coordinates are relative to a base near the triangle; with R
// bounding them at the start, a placed corner is off by at most 16u L in each coordinate, L = R + S + 12 F X. Its
// product with a unit vector n is off by 28u L, and 7u L for the product itself. The speed along n is off by less than
// u (1024 (1 + F) |angle| X + 16 |velocity|).
#pragma once

#include "motion/path.h"

namespace graze {

struct MovingTriangle {
  const Path* path = nullptr;
  Vec3 start[3], arm[3];
  Vec3 at[3], speed[3];  // placed: position relative to the base, derivative by time
  double size = 0;       // L
  double radius = 0;     // bounds the distance of the corners to the axis
  double speed_error = 0;

  MovingTriangle() = default;
  // World corners at the start of the motion.
  MovingTriangle(const Path& path, const Triangle& t, Vec3 base) noexcept;
  void place(const PathPoint& point) noexcept;
};

}  // namespace graze
