// Doubles as exact integers and rationals (GMP). Every finite double is an integer times a power of two, so a set of
// them becomes a set of integers over one common power of two.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>

#include "graze/math.h"

namespace graze::oracle {

using Integer = mpz_class;
using Rational = mpq_class;

struct Point {
  Integer x, y, z;
};

inline Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Integer dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Point cross(const Point& a, const Point& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline bool is_zero(const Point& a) { return sgn(a.x) == 0 && sgn(a.y) == 0 && sgn(a.z) == 0; }

inline Rational exact(double value) { return Rational(value); }

// value = mantissa * 2^exponent with |mantissa| < 2^53.
struct Dyadic {
  std::int64_t mantissa;
  int exponent;
};
inline Dyadic dyadic(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return {static_cast<std::int64_t>(std::ldexp(fraction, 53)), exponent - 53};
}

// The unit 2^exponent in which all values shown to it are integers.
class Unit {
 public:
  void cover(double value) {
    if (value != 0) exponent_ = std::min(exponent_, dyadic(value).exponent);
  }
  void cover(Vec3 point) {
    for (int axis = 0; axis < 3; ++axis) cover(point[axis]);
  }
  int exponent() const { return exponent_ == INT_MAX ? 0 : exponent_; }

  Integer integer(double value) const {
    if (value == 0) return 0;
    const Dyadic parts = dyadic(value);
    Integer result = static_cast<long>(parts.mantissa);
    mpz_mul_2exp(result.get_mpz_t(), result.get_mpz_t(), static_cast<mp_bitcnt_t>(parts.exponent - exponent_));
    return result;
  }
  Point point(Vec3 p) const { return {integer(p.x), integer(p.y), integer(p.z)}; }

 private:
  int exponent_ = INT_MAX;
};

// numerator / denominator rounded to the nearest double, ties to even; infinite past the largest double.
inline double nearest(const Integer& numerator, const Integer& denominator) {
  if (sgn(numerator) == 0) return 0.0;
  const bool negative = sgn(numerator) * sgn(denominator) < 0;
  Integer n = abs(numerator), d = abs(denominator);
  const auto bits = [](const Integer& i) { return static_cast<long>(mpz_sizeinbase(i.get_mpz_t(), 2)); };
  // The quotient has 55 or 56 bits above 2^exponent, fewer when its last place would lie below the denormals.
  long exponent = std::max(bits(n) - bits(d) - 55, -1074L - 2);
  if (exponent < 0) {
    n <<= static_cast<unsigned long>(-exponent);
  } else {
    d <<= static_cast<unsigned long>(exponent);
  }
  Integer quotient, remainder;
  mpz_tdiv_qr(quotient.get_mpz_t(), remainder.get_mpz_t(), n.get_mpz_t(), d.get_mpz_t());
  const long drop = std::max({bits(quotient) - 53, -1074L - exponent, 0L});
  const Integer kept = quotient >> static_cast<unsigned long>(drop);
  const Integer half = Integer(1) << static_cast<unsigned long>(drop - 1);  // drop >= 2 by the choice of exponent
  const Integer rest = quotient - (kept << static_cast<unsigned long>(drop));
  int side = cmp(rest, half);
  if (side == 0 && sgn(remainder) != 0) side = 1;
  Integer rounded = kept;
  if (side > 0 || (side == 0 && mpz_odd_p(kept.get_mpz_t()) != 0)) rounded += 1;
  const double result = std::ldexp(static_cast<double>(rounded.get_ui()), static_cast<int>(exponent + drop));
  return negative ? -result : result;
}
inline double nearest(const Rational& value) { return nearest(value.get_num(), value.get_den()); }

}  // namespace graze::oracle
