// Exact numbers m 2^e on GMP integers: without fractions to cancel, so that numbers from all over the range of doubles
// stay cheap.
#pragma once

#include "tests/oracle/rational.h"

namespace graze::oracle {

struct Binary {
  Integer m = 0;
  long e = 0;

  Binary() = default;
  Binary(double value) {  // NOLINT: meant to convert
    if (value == 0) return;
    const Dyadic parts = dyadic(value);
    m = static_cast<long>(parts.mantissa);
    e = parts.exponent;
  }
  Binary(Integer mantissa, long exponent) : m(std::move(mantissa)), e(exponent) {}

  static Binary power_of_two(long exponent) { return {Integer(1), exponent}; }
};

inline int sgn(const Binary& x) { return ::sgn(x.m); }
inline Binary operator-(const Binary& x) { return {-x.m, x.e}; }
inline Binary operator*(const Binary& x, const Binary& y) { return {x.m * y.m, x.e + y.e}; }
inline Binary operator+(const Binary& x, const Binary& y) {
  if (sgn(x) == 0) return y;
  if (sgn(y) == 0) return x;
  if (x.e <= y.e) return {x.m + (y.m << static_cast<unsigned long>(y.e - x.e)), x.e};
  return {(x.m << static_cast<unsigned long>(x.e - y.e)) + y.m, y.e};
}
inline Binary operator-(const Binary& x, const Binary& y) { return x + -y; }

// n / d, d > 0.
struct BinaryFraction {
  Binary n, d{1.0};
};
inline int compare(const BinaryFraction& x, const BinaryFraction& y) { return sgn(x.n * y.d - y.n * x.d); }
inline BinaryFraction fraction(const Binary& n, const Binary& d) {
  return sgn(d) < 0 ? BinaryFraction{-n, -d} : BinaryFraction{n, d};
}

inline double nearest(const BinaryFraction& x) {
  const long shift = x.n.e - x.d.e;
  const Integer n = shift > 0 ? Integer(x.n.m << static_cast<unsigned long>(shift)) : x.n.m;
  const Integer d = shift < 0 ? Integer(x.d.m << static_cast<unsigned long>(-shift)) : x.d.m;
  return nearest(n, d);
}

struct Binary3 {
  Binary x, y, z;
  Binary3() = default;
  Binary3(Binary a, Binary b, Binary c) : x(std::move(a)), y(std::move(b)), z(std::move(c)) {}
  Binary3(Vec3 v) : x(v.x), y(v.y), z(v.z) {}  // NOLINT: meant to convert
};
inline Binary3 operator-(const Binary3& a, const Binary3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Binary3 operator*(const Binary3& a, const Binary& s) { return {a.x * s, a.y * s, a.z * s}; }
inline Binary dot(const Binary3& a, const Binary3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Binary3 cross(const Binary3& a, const Binary3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace graze::oracle
