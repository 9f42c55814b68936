// Two of sphere, capsule, segment and point whose poses are rigid, with coordinates in lanes: what find_round_gap() of
// closed_gap.h and its callers say, to the last bit, in a third of the instructions. What is out of the ordinary is
// left to these: other poses, numbers near the ends of the doubles, equal cores.
#pragma once

#include <cstdint>

#include "graze/query.h"
#include "math/isa.h"

namespace graze {

struct RoundBody {
  const Pose* pose;
  const Vec3* ends;     // of the core, in the shape's frame
  std::size_t count;    // of these: 1, at the shape's origin, or 2
  double radius;        // around the core, in the shape's frame
  double world_margin;  // around that, in the world
};

struct RoundBracket {
  double lower, upper;  // of the gap of the cores
  double radii;
};

struct RoundKernels {
  // False: to be asked otherwise.
  bool (*bracket)(const RoundBody& a, const RoundBody& b, RoundBracket& result);
  // Also false where the bodies are not surely apart, or farther apart than `max`, which is not NaN. The result is that
  // of at_distance_0(); true: all of it that differs is written.
  bool (*distance)(const RoundBody& a, const RoundBody& b, double max, DistanceResult& result);
};

// Those of the instruction set in use, or of a given one, which the processor must have; null where there are none.
const RoundKernels* round_kernels() noexcept;
const RoundKernels* round_kernels(Isa isa) noexcept;

}  // namespace graze
