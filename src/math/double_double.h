// Pairs of doubles, hi + lo, for values that must be rounded once: about 106 bits where nothing over- or underflows.
// The relative error of a sum or product here is below 2^-102 of the magnitudes involved.
#pragma once

#include <cmath>

namespace graze {

struct DoubleDouble {
  double hi = 0, lo = 0;
};

inline DoubleDouble two_sum(double a, double b) noexcept {
  const double sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}
inline DoubleDouble two_product(double a, double b) noexcept {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}
inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) noexcept {
  const DoubleDouble high = two_sum(a.hi, b.hi), low = two_sum(a.lo, b.lo);
  const DoubleDouble once = two_sum(high.hi, high.lo + low.hi);
  return two_sum(once.hi, once.lo + low.lo);
}
inline DoubleDouble operator-(DoubleDouble a) noexcept { return {-a.hi, -a.lo}; }
inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) noexcept { return a + -b; }
inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) noexcept {
  const DoubleDouble product = two_product(a.hi, b.hi);
  return two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

}  // namespace graze
