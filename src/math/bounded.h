// A double that knows how far it may be from the number it stands for: the filter in front of exact arithmetic, for
// expressions too long to bound by hand. Written once over a number type, an expression runs as Bounded, and as Dyadic
// where the sign is not sure.
#pragma once

#include <cmath>

#include "math/dyadic.h"

namespace graze {

// |value - true| <= error. Each operation adds half a unit in the last place, taken double, and 2^-1070 for what
// underflow loses; the factor covers the rounding of the bound itself, whose few terms are positive. Overflow makes the
// error infinite or NaN, and then no sign is sure.
struct Bounded {
  double value = 0, error = 0;

  Bounded() noexcept = default;
  Bounded(double exact) noexcept : value(exact) {}  // NOLINT: meant to convert
  Bounded(double rounded, double off) noexcept : value(rounded), error(off) {}

  // 1 or -1 when that is the sign for sure, else 0.
  int sign() const noexcept { return value > error ? 1 : value < -error ? -1 : 0; }

  friend Bounded operator+(Bounded a, Bounded b) noexcept {
    const double value = a.value + b.value;
    return {value, ((a.error + b.error) + std::fabs(value) * 0x1p-52) * (1 + 0x1p-48)};
  }
  friend Bounded operator-(Bounded a, Bounded b) noexcept { return a + Bounded{-b.value, b.error}; }
  friend Bounded operator*(Bounded a, Bounded b) noexcept {
    const double value = a.value * b.value, size_a = std::fabs(a.value), size_b = std::fabs(b.value);
    return {value, (((size_a * b.error + size_b * a.error) + (a.error * b.error + std::fabs(value) * 0x1p-52)) *
                    (1 + 0x1p-48)) +
                       0x1p-1070};
  }
};

}  // namespace graze
