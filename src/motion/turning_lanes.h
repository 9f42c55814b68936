// The corners of two turning cores, eight at a time: how long does a direction prove them apart
// (motion/turning_cast.h)?
#pragma once

#include "math/isa.h"
#include "motion/path.h"

namespace graze {

// The corners of a core at the start of its path, less the translation of the pose. All places are filled.
struct TurningCorners {
  static constexpr int lanes = 8;

  double start[3][lanes];
  // Of each corner, with k the unit axis and y the arm: k x y and k x (k x y).
  double across[3][lanes], back[3][lanes];
};

// The corners at a time, less the start's translation of the pose.
struct PlacedCore {
  double at[3][TurningCorners::lanes], speed[3][TurningCorners::lanes];

  Vec3 point(std::uint32_t i) const { return {at[0][i], at[1][i], at[2][i]}; }
};

// What one core has along a direction: the corners' least value + speed d - bend d^2 / 2.
struct FallingCorners {
  double value[TurningCorners::lanes], speed[TurningCorners::lanes], bend[TurningCorners::lanes];
};

// h of motion/turning_cast.h along a direction.
struct TurningLook {
  double constant, slower, bend;  // of all corners, besides their own
  double enough;                  // how far below 0 a computed value is surely above
  double most;                    // how long is asked for
  FallingCorners a, b;
  double now;            // what it is at once
  int first_a, first_b;  // the corners that are first, now
};

// For how long it is above 0, and at what speed it falls then.
struct TurningSpan {
  double lasts = 0, closing = 0;
};

// How a core's corners bend along a direction: the square of the angle, a little more, and what is added to the
// amplitude of a corner.
struct CornerBend {
  double rate_sq, off;
};

struct TurningKernels {
  // Writes where the corners are and how fast they go, from the shift, velocity, sine, versine and angle of the path at
  // the time.
  void (*place)(const TurningCorners& corners, const PathPoint& point, Vec3 velocity, double angle, PlacedCore& placed);
  // Along n, from a to b: all corners and what is first of them, and how long it lasts. Bends of which the rate is 0
  // are 0.
  TurningSpan (*look)(const TurningCorners& a, const PlacedCore& placed_a, CornerBend bend_a, const TurningCorners& b,
                      const PlacedCore& placed_b, CornerBend bend_b, Vec3 n, TurningLook& look);
  // The same after that with a direction that changes by `change`: speeds have that in them, and only `bend` bends.
  TurningSpan (*look_turning)(const PlacedCore& placed_a, const PlacedCore& placed_b, Vec3 change,
                              const TurningLook& look);
  // The first corner that is least along n, and the first that is most.
  int (*least_along)(const PlacedCore& placed, Vec3 n);
  int (*most_along)(const PlacedCore& placed, Vec3 n);
};

const TurningKernels& turning_kernels() noexcept;
const TurningKernels& turning_kernels(Isa isa) noexcept;

}  // namespace graze
