// Numbers that every room needs.
#pragma once

#include <limits>

namespace graze {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double pi = 0x1.921fb54442d18p+1;
inline constexpr double root_three_up = 0x1.bb67ae8584cabp+0;  // above the root of 3

// The largest relative error of one rounding to nearest, as long as nothing overflows or falls below the normal
// numbers. Files that derive bounds say `using roundoff::u`, as the derivations do.
namespace roundoff {
inline constexpr double u = 0x1p-53;
inline constexpr double float_u = 0x1p-24;
// More than a thousand additions and products of numbers of one sign lose.
inline constexpr double up = 1 + 0x1p-40;
inline constexpr double down = 1 - 0x1p-40;
}  // namespace roundoff

}  // namespace graze
