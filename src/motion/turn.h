// Sine and cosine without a library whose bits differ from machine to machine.
#pragma once

#include "graze/api.h"

namespace graze {

// Of an angle within 2 pi: |sine - sin| and |versine - (1 - cos)| are at most 6u times the angle, u = 2^-53.
struct Turn {
  double sine = 0, versine = 0;
};
GRAZE_API Turn turn_by(double angle) noexcept;

// Of half the angle: each off by at most 4u, the sine also by at most 4u of itself while the angle is below pi / 2.
struct HalfTurn {
  double sine, cosine;
};
HalfTurn half_turn(double angle) noexcept;

}  // namespace graze
