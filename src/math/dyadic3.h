// Vectors of exact numbers.
#pragma once

#include "graze/math.h"
#include "math/dyadic.h"

namespace graze {

template <class Number>
struct Dyadic3Of {
  Number x, y, z;
};
using Dyadic3 = Dyadic3Of<Dyadic>;

template <class Number = Dyadic>
inline Dyadic3Of<Number> exact_vector(Vec3 v) noexcept {
  return {Number(v.x), Number(v.y), Number(v.z)};
}
template <class Number = Dyadic>
inline Dyadic3Of<Number> exact_difference(Vec3 p, Vec3 q) noexcept {
  return {Number(p.x) - Number(q.x), Number(p.y) - Number(q.y), Number(p.z) - Number(q.z)};
}

template <class Number>
inline Dyadic3Of<Number> operator-(const Dyadic3Of<Number>& a) noexcept {
  return {-a.x, -a.y, -a.z};
}
template <class Number>
inline Dyadic3Of<Number> operator+(const Dyadic3Of<Number>& a, const Dyadic3Of<Number>& b) noexcept {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class Number>
inline Dyadic3Of<Number> operator-(const Dyadic3Of<Number>& a, const Dyadic3Of<Number>& b) noexcept {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class Number>
inline Dyadic3Of<Number> operator*(const Dyadic3Of<Number>& a, const Number& s) noexcept {
  return {a.x * s, a.y * s, a.z * s};
}
template <class Number>
inline Dyadic3Of<Number> cross(const Dyadic3Of<Number>& a, const Dyadic3Of<Number>& b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Number>
inline Number dot(const Dyadic3Of<Number>& a, const Dyadic3Of<Number>& b) noexcept {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

// The magnitude of the largest component.
template <class Number>
inline Number largest_of(const Dyadic3Of<Number>& v) noexcept {
  const auto size = [](const Number& x) { return x.sign() < 0 ? -x : x; };
  Number most = size(v.x);
  for (const Number* next : {&v.y, &v.z})
    if ((size(*next) - most).sign() > 0) most = size(*next);
  return most;
}

// v / unit, each component rounded once.
template <class Number>
inline Vec3 quotient(const Dyadic3Of<Number>& v, const Number& unit) noexcept {
  return {quotient(v.x, unit), quotient(v.y, unit), quotient(v.z, unit)};
}

// The unit vector along v, right to a few units in the last place whatever the size of v; 0 for 0.
template <class Number>
inline Vec3 unit_vector(const Dyadic3Of<Number>& v) noexcept {
  const Number most = largest_of(v);
  if (most.sign() == 0) return {};
  const Vec3 shares = quotient(v, most);
  return shares * (1 / length(shares));
}

}  // namespace graze
