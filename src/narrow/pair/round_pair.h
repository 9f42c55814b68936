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
  const Vec3* ends;  // two, of the core in the shape's frame; null: the core is the shape's origin
  double radius;     // around the posed core, margin included
};

struct RoundBracket {
  double lower, upper;  // of the gap of the cores
};

// The numbers of two bodies, one by one, so that all of them are handed over in registers.
struct RoundKernels {
  // False: to be asked otherwise.
  bool (*bracket)(const Pose* pose_a, const Vec3* ends_a, double radius_a, const Pose* pose_b, const Vec3* ends_b,
                  double radius_b, RoundBracket& result);
  // Also false where the bodies are not surely apart, or farther apart than `max`, which is not NaN. The result is that
  // of at_distance_0(); true: all of it that differs is written.
  bool (*distance)(const Pose* pose_a, const Vec3* ends_a, double radius_a, const Pose* pose_b, const Vec3* ends_b,
                   double radius_b, double max, DistanceResult& result);
  // The same as a result of its own, each of whose numbers is written once; `undecided` where distance() is false.
  DistanceResult (*whole)(const Pose* pose_a, const Vec3* ends_a, double radius_a, const Pose* pose_b,
                          const Vec3* ends_b, double radius_b, double max);
};

// Those of the instruction set in use, or of a given one, which the processor must have; null where there are none.
const RoundKernels* round_kernels() noexcept;
const RoundKernels* round_kernels(Isa isa) noexcept;

}  // namespace graze
