// Conversions that never cut anything off.
#pragma once

#include <cmath>
#include <limits>

namespace graze {

// The largest float that is not above the value, for any finite value; -infinity below the floats.
inline float round_down(double value) noexcept {
  const auto nearest = static_cast<float>(value);
  return double(nearest) > value ? std::nextafter(nearest, -std::numeric_limits<float>::infinity()) : nearest;
}

// The smallest float that is not below the value.
inline float round_up(double value) noexcept { return -round_down(-value); }

// A float that was just rounded from a double, as a double. GCC 12 takes the way from double to float and back for
// nothing when it packs two of them into a vector and the float is stored as well; this it cannot see through.
inline double widened(float value) noexcept {
  const volatile float hidden = value;
  return double(hidden);
}

}  // namespace graze
