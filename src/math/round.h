// Conversions that never cut anything off.
#pragma once

#include <cstdint>

#include "base/compat.h"

namespace graze {

// The largest float that is not above the value, for any finite value; -infinity below the floats. Without branches:
// whether the nearest float is above is a matter of chance.
inline float round_down(double value) noexcept {
  const auto nearest = static_cast<float>(value);
  const auto bits = bit_cast<std::int32_t>(nearest);
  const std::int32_t down = -1 - 2 * (bits >> 31);  // to the float below; it is -0 that a negative value rounds to
  return bit_cast<float>(bits + (down & -std::int32_t(double(nearest) > value)));
}

// The smallest float that is not below the value.
inline float round_up(double value) noexcept { return -round_down(-value); }

}  // namespace graze
