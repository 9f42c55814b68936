// The doubles next to a double: as std::nextafter towards infinities, without a call.
#pragma once

#include <cstdint>
#include <limits>

#include "base/compat.h"

namespace graze {

inline double next_up(double x) noexcept {
  if (!(x < std::numeric_limits<double>::infinity())) return x;
  const auto bits = bit_cast<std::uint64_t>(x + 0.0);  // not -0
  return bit_cast<double>(bits >> 63 != 0 ? bits - 1 : bits + 1);
}
inline double next_down(double x) noexcept { return -next_up(-x); }

}  // namespace graze
