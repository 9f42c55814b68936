// Four points or vectors at once, one a lane. All instruction sets give the same bits.
#pragma once

#include "math/wide_lanes.h"

namespace graze {
namespace GRAZE_ISA_NAMESPACE {

struct Point4 {
  Double4 x, y, z;
};
GRAZE_INLINE Point4 operator+(const Point4& a, const Point4& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
GRAZE_INLINE Point4 operator-(const Point4& a, const Point4& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
GRAZE_INLINE Point4 operator*(const Point4& a, const Double4& s) { return {a.x * s, a.y * s, a.z * s}; }
GRAZE_INLINE Double4 dot(const Point4& a, const Point4& b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
GRAZE_INLINE Point4 cross(const Point4& a, const Point4& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
GRAZE_INLINE Point4 choose(const DoubleMask4& mask, const Point4& yes, const Point4& no) {
  return {choose(mask, yes.x, no.x), choose(mask, yes.y, no.y), choose(mask, yes.z, no.z)};
}
// Bits: a lane of a is not above that of b, or one of them is NaN.
GRAZE_INLINE unsigned not_above(const Double4& a, const Double4& b) { return ~(b < a).bits() & 15u; }

}  // namespace GRAZE_ISA_NAMESPACE
}  // namespace graze
