// Decimal numbers in text files, read as the nearest double whatever the locale.
#pragma once

#include <cstdint>
#include <string_view>

#include "graze/api.h"

namespace graze {

enum class NumberFault : std::uint8_t { none, not_a_number, not_finite };

struct Number {
  double value = 0;
  NumberFault fault = NumberFault::none;
};

// The whole text must be a decimal number. Too small for a double is 0 with its sign; too large, "inf" and "nan" are
// not finite.
GRAZE_API Number parse_number(std::string_view text) noexcept;

}  // namespace graze
