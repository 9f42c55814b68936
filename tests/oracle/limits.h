// Doubles that tests hand in to see what becomes of them.
#pragma once

#include <limits>

namespace graze::oracle {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace graze::oracle
