// A vector with two axes side by side, which the machine adds and multiplies at once; compilers do not find this by
// themselves, for the third. The same bits as Vec3 gives.
//
// Vectors are read number by number: the machine waits long for two at once that were not written at once a moment ago,
// as those of a pose that was just computed or copied.
#pragma once

#include <cmath>
#include <cstring>

#include "graze/math.h"

namespace graze {

struct Paired {
  using Two = double __attribute__((vector_size(16)));
  using Bits = long long __attribute__((vector_size(16)));

  Two xy;
  double z;

  explicit Paired(const Vec3& v) : xy{v.x, v.y}, z(v.z) {}
  Paired(Two first, double last) : xy(first), z(last) {}

  double x() const { return xy[0]; }
  double y() const { return xy[1]; }
  Vec3 stored() const { return {xy[0], xy[1], z}; }
  void store(Vec3& v) const {
    std::memcpy(&v.x, &xy, sizeof xy);
    v.z = z;
  }

  friend Paired operator+(Paired a, Paired b) { return {a.xy + b.xy, a.z + b.z}; }
  friend Paired operator-(Paired a, Paired b) { return {a.xy - b.xy, a.z - b.z}; }
  friend Paired operator*(Paired a, double s) { return {a.xy * s, a.z * s}; }
  friend Paired operator+(Paired a, double s) { return {a.xy + s, a.z + s}; }
  friend Paired abs(Paired a) {
    constexpr Bits all_but_sign = {~0ull >> 1, ~0ull >> 1};
    return {Two(Bits(a.xy) & all_but_sign), std::fabs(a.z)};
  }
  friend Paired max(Paired a, Paired b) { return {b.xy > a.xy ? b.xy : a.xy, b.z > a.z ? b.z : a.z}; }
};
inline Paired paired(double x, double y, double z) { return {Paired::Two{x, y}, z}; }
inline Paired paired(Vec3 v) { return paired(v.x, v.y, v.z); }
static_assert(sizeof(Vec3) == 3 * sizeof(double), "x and y are loaded together");

}  // namespace graze
