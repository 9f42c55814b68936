// Vectors whose squares would leave the doubles.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/math.h"

namespace graze {

// Of the power of two that is taken out of a vector with this largest component; 0 for 0 and for what is no number.
inline int ordinary_exponent(double most) noexcept {
  return (most > 1e-70 && most < 1e70) || !(most > 0) ? 0 : std::ilogb(most);
}

// The same direction, of a length whose fourth power is a double, as the squares of cross products need it: times a
// power of two where it is not. 0 stays 0.
inline Vec3 ordinary(Vec3 d) noexcept {
  const double most = std::max({std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)});
  const int exponent = -ordinary_exponent(most);
  if (exponent == 0) return d;
  return {std::scalbn(d.x, exponent), std::scalbn(d.y, exponent), std::scalbn(d.z, exponent)};
}

// |v| where its square may leave the doubles; infinite only where the length itself does.
inline double any_length(Vec3 v) noexcept {
  const double square = dot(v, v);
  if (square > 1e-200 && square < 1e300) return std::sqrt(square);
  const double most = std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
  if (most == 0 || !std::isfinite(most)) return most;
  return std::scalbn(length(ordinary(v)), ordinary_exponent(most));
}

}  // namespace graze
