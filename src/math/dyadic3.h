// Vectors of exact numbers.
#pragma once

#include "graze/math.h"
#include "math/dyadic.h"

namespace graze {

struct Dyadic3 {
  Dyadic x, y, z;
};

inline Dyadic3 exact_difference(Vec3 p, Vec3 q) noexcept {
  return {Dyadic(p.x) - Dyadic(q.x), Dyadic(p.y) - Dyadic(q.y), Dyadic(p.z) - Dyadic(q.z)};
}
inline Dyadic3 operator-(const Dyadic3& a, const Dyadic3& b) noexcept { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Dyadic3 operator*(const Dyadic3& a, const Dyadic& s) noexcept { return {a.x * s, a.y * s, a.z * s}; }
inline Dyadic3 cross(const Dyadic3& a, const Dyadic3& b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Dyadic dot(const Dyadic3& a, const Dyadic3& b) noexcept { return a.x * b.x + a.y * b.y + a.z * b.z; }

}  // namespace graze
