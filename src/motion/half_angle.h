// Angles of a rotation without the arctangent (van Waveren 2005, sections 2.4 and 4): an angle is kept as the direction
// of its half, so that all of 0 to 2 pi is told apart, sine and cosine are fractions of it, and angles compare by one
// division.
#pragma once

#include <cmath>
#include <optional>

#include "graze/math.h"

namespace graze {

struct SineCosine {
  double sine = 0, cosine = 1;
};

// (x, y) is a factor above 0 times the cosine and sine of half the angle; y >= 0.
struct HalfAngle {
  double x = 1, y = 0;

  // Rises with the angle, from 0 at 0 to 2 at 2 pi.
  double order() const noexcept { return x >= 0 ? y / (x + y) : 2 - y / (y - x); }
  SineCosine turn() const noexcept {
    const double length_sq = x * x + y * y;
    return {2 * x * y / length_sq, (x - y) * (x + y) / length_sq};
  }
};

HalfAngle half_of(double angle) noexcept;  // 0 to 2 pi
double angle_of(
    const HalfAngle& half) noexcept;  // within 4 units in the last place or 2^-53; the one arctangent there is

// v0 + v1 sin + v2 cos: how far a turning point is from a plane, and what else turns.
struct Wave {
  double v0 = 0, v1 = 0, v2 = 0;

  double at(const SineCosine& turn) const noexcept { return v0 + (v1 * turn.sine + v2 * turn.cosine); }
  friend Wave operator-(const Wave& w) noexcept { return {-w.v0, -w.v1, -w.v2}; }
  friend Wave operator-(Wave w, double level) noexcept { return {w.v0 - level, w.v1, w.v2}; }
};

// Where the wave falls through 0, or touches it from above or below: the only such angle in a turn. Of
// a r^2 + 2 b r + c with r the tangent of the half angle, a = v0 - v2, b = v1, c = v0 + v2, this is always the root
// with the negative square root, evaluated without cancellation. A discriminant that rounding may have made negative
// counts as 0. Nothing for a wave that is flat.
std::optional<HalfAngle> falling(const Wave& wave) noexcept;
inline std::optional<HalfAngle> rising(const Wave& wave) noexcept { return falling(-wave); }
// Where it is highest.
HalfAngle peak(const Wave& wave) noexcept;

}  // namespace graze
