// Conversions that never cut anything off.
#pragma once

#include <bit>
#include <cstdint>

namespace graze {

// The float before a finite or infinitely large one.
inline float float_below(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (value == 0) return std::bit_cast<float>(0x80000001u);
  return std::bit_cast<float>(value > 0 ? bits - 1 : bits + 1);
}

// The largest float that is not above the value, for any finite value; -infinity below the floats.
inline float round_down(double value) noexcept {
  const auto nearest = static_cast<float>(value);
  return double(nearest) > value ? float_below(nearest) : nearest;
}

// The smallest float that is not below the value.
inline float round_up(double value) noexcept { return -round_down(-value); }

}  // namespace graze
