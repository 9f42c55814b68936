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

}  // namespace graze
