// Cosine and sine of a part of a turn, from +, -, * and / only: the same bits on every machine.
#pragma once

namespace graze::scenes {

struct Turn {
  double cos = 1, sin = 0;
};

// `part` of `whole` equal steps around the circle. Exact at quarter turns; elsewhere within 1e-15 of the true value.
Turn turn(double part, double whole);

}  // namespace graze::scenes
