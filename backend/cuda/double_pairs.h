// Pairs of doubles and determinants in them, on a device and on the host: the stage between doubles and the core's
// exact arithmetic. math/double_double.h has the same for the core's lanes; here a fused product finds what rounding
// lost.
//
// With u = 2^-53: a sum is off by at most 6u^2 of the magnitudes of its terms and a product by at most 6u^2 of itself,
// as long as nothing leaves the doubles. A determinant adds six products of three entries, each through two products
// and at most four sums: off by fewer than 40u^2 of the sum of their magnitudes. `pair_bound` is 2^9 u^2.
// Entries are at most 2^200; where a product is below 2^-1022, at most 2^-1074 of it is lost, and less than 2^-870 of a
// determinant: `lost_below` is more.
#pragma once

#include "backend/cuda/anywhere.h"
#include "graze/math.h"

namespace graze::gpu {

inline constexpr double pair_bound = 0x1p-97, lost_below = 0x1p-850;

struct DoublePair {
  double hi = 0, lo = 0;
};

GRAZE_ANYWHERE DoublePair exact_sum(double a, double b) noexcept {
  const double sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}
GRAZE_ANYWHERE DoublePair operator-(DoublePair a) noexcept { return {-a.hi, -a.lo}; }
GRAZE_ANYWHERE DoublePair operator+(DoublePair a, DoublePair b) noexcept {
  const DoublePair high = exact_sum(a.hi, b.hi);
  const double rest = high.lo + (a.lo + b.lo), sum = high.hi + rest;
  return {sum, rest - (sum - high.hi)};
}
GRAZE_ANYWHERE DoublePair operator-(DoublePair a, DoublePair b) noexcept { return a + -b; }
GRAZE_ANYWHERE DoublePair operator*(DoublePair a, DoublePair b) noexcept {
  const double product = a.hi * b.hi;
  const double rest = fused(a.hi, b.hi, -product) + (a.hi * b.lo + a.lo * b.hi), sum = product + rest;
  return {sum, rest - (sum - product)};
}

struct PairVector {
  DoublePair x, y, z;
};
// p - q, exactly.
GRAZE_ANYWHERE PairVector exact_difference(Vec3 p, Vec3 q) noexcept {
  return {exact_sum(p.x, -q.x), exact_sum(p.y, -q.y), exact_sum(p.z, -q.z)};
}
GRAZE_ANYWHERE PairVector pair_of(Vec3 v) noexcept { return {{v.x, 0}, {v.y, 0}, {v.z, 0}}; }

// A number and how far it may be off.
struct BoundedPair {
  DoublePair value;
  double bound = 0;

  GRAZE_ANYWHERE int sign() const noexcept { return value.hi > bound ? 1 : value.hi < -bound ? -1 : 0; }
};
GRAZE_ANYWHERE BoundedPair operator+(const BoundedPair& a, const BoundedPair& b) noexcept {
  const double most = GRAZE_ABS(a.value.hi) + GRAZE_ABS(b.value.hi);
  return {a.value + b.value, (a.bound + b.bound) * (1 + 0x1p-40) + most * 0x1p-100};
}

// u . (v x w)
GRAZE_ANYWHERE BoundedPair determinant(const PairVector& u, const PairVector& v, const PairVector& w) noexcept {
  DoublePair sum;
  double magnitude = 0;
  const auto add = [&](const DoublePair& factor, const DoublePair& left, const DoublePair& right) {
    sum = sum + factor * (left - right);
    magnitude += GRAZE_ABS(factor.hi) * (GRAZE_ABS(left.hi) + GRAZE_ABS(right.hi));
  };
  add(u.x, v.y * w.z, v.z * w.y);
  add(u.y, v.z * w.x, v.x * w.z);
  add(u.z, v.x * w.y, v.y * w.x);
  return {sum, magnitude * pair_bound + lost_below};
}

// The same in double, for whole vectors; its sign is proven where it is beyond the bound. The bound is the one of
// math/exact.h: (7 + 56e)e of the magnitudes for entries that were rounded once, with e = 2^-53.
struct BoundedDouble {
  double value = 0, bound = 0;

  GRAZE_ANYWHERE int sign() const noexcept { return value > bound ? 1 : value < -bound ? -1 : 0; }
};
GRAZE_ANYWHERE BoundedDouble determinant(Vec3 u, Vec3 v, Vec3 w) noexcept {
  const Vec3 left{v.y * w.z, v.z * w.x, v.x * w.y}, right{v.z * w.y, v.x * w.z, v.y * w.x};
  return {dot(u, left - right), dot(abs(u), abs(left) + abs(right)) * (8 * 0x1p-53) + lost_below};
}

}  // namespace graze::gpu
