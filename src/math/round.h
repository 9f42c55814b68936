// Conversions that never cut anything off.
#pragma once

#include <cmath>
#include <limits>

namespace graze {

// The nearest float, rounded whatever is done with it next. GCC 12 (12.2, -O2, x86-64) takes a pair of conversions from
// double to float and back, once it has vectorised them, for no change at all; so the value is hidden from it in
// between.
inline float to_float(double value) noexcept {
  auto result = static_cast<float>(value);
#if defined(__GNUC__) && !defined(__clang__)
#if defined(__x86_64__)
  asm("" : "+x"(result));
#else
  asm("" : "+m"(result));
#endif
#endif
  return result;
}

// The largest float that is not above the value, for any finite value; -infinity below the floats.
inline float round_down(double value) noexcept {
  const float nearest = to_float(value);
  return double(nearest) > value ? std::nextafter(nearest, -std::numeric_limits<float>::infinity()) : nearest;
}

// The smallest float that is not below the value.
inline float round_up(double value) noexcept { return -round_down(-value); }

}  // namespace graze
