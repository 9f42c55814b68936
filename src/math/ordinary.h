// Directions whose squares would leave the doubles.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/math.h"

namespace graze {

// The same direction, of a length whose square is a double: times a power of two where it is not. 0 stays 0.
inline Vec3 ordinary(Vec3 d) noexcept {
  const double most = std::max({std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)});
  if ((most > 1e-100 && most < 1e100) || most == 0) return d;
  const int exponent = -std::ilogb(most);
  return {std::scalbn(d.x, exponent), std::scalbn(d.y, exponent), std::scalbn(d.z, exponent)};
}

}  // namespace graze
