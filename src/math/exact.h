// Signs of small determinants of coordinate differences, exact for every finite double.
//
// A filter evaluates in double and trusts the sign when it is larger than a proven bound; else exact integers decide.
// Bound (Shewchuk 1997, orient3d stage A): |computed - true| <= (7 + 56 e) e * permanent with e = 2^-53, the permanent
// being the same sum with every product taken by magnitude. That proof assumes no underflow. Each of the nine
// products can lose half of the least denormal more; adding `tiny` to every 2x2 magnitude and to the total covers it:
// 1e-290 * |d| * 8e-16 is far above 2^-1074 * |d|. Overflow makes the bound infinite or NaN, and then the comparison
// fails and the exact stage runs.
#pragma once

#include <cmath>
#include <cstdint>

#include "graze/math.h"
#include "math/dyadic.h"

namespace graze {

// A row p - q of a determinant, never rounded.
struct Difference {
  Vec3 p, q;
};

// Exact stages: no filter. Counted, so that a query can report how often it needed them.
GRAZE_API int exact_det3(const Difference& r0, const Difference& r1, const Difference& r2) noexcept;
// (a - c) x (b - c) of plane coordinates.
GRAZE_API int exact_orient2d(double ax, double ay, double bx, double by, double cx, double cy) noexcept;
// (u - v) x (p - q) of plane coordinates.
int exact_cross2d(double ux, double vx, double uy, double vy, double px, double qx, double py, double qy) noexcept;
// How many exact stages this thread has run.
std::uint64_t exact_count() noexcept;
// For exact stages elsewhere: counts one more.
void count_exact() noexcept;

namespace filter {
inline constexpr double bound3 = 8.0 * 0x1p-53;  // above (7 + 56e)e
inline constexpr double bound2 = 4.0 * 0x1p-53;  // above (3 + 16e)e
inline constexpr double tiny_minor = 1e-290;
inline constexpr double tiny_total = 1e-300;
}  // namespace filter

// The plane of three points, prepared for many side tests. Its normal is (b - a) x (c - a).
struct PlaneFilter {
  Vec3 origin;
  Vec3 normal;     // rounded
  Vec3 magnitude;  // of the products in the normal

  PlaneFilter(Vec3 a, Vec3 b, Vec3 c) noexcept : origin(a) {
    const Vec3 u = b - a, v = c - a;
    const Vec3 left{u.y * v.z, u.z * v.x, u.x * v.y}, right{u.z * v.y, u.x * v.z, u.y * v.x};
    normal = left - right;
    magnitude = abs(left) + abs(right) + Vec3{filter::tiny_minor, filter::tiny_minor, filter::tiny_minor};
  }
};

// 1, -1 for a proven side, 0 for "do not know". `direction` is a point minus the plane's origin, or a free vector.
inline int filtered_side(const PlaneFilter& plane, Vec3 direction) noexcept {
  const double value = dot(plane.normal, direction);
  // Scaled last: where the value overflows, so does this.
  const double bound = dot(plane.magnitude, abs(direction)) * filter::bound3 + filter::tiny_total;
  return value > bound ? 1 : value < -bound ? -1 : 0;
}

// Exact sign of det(r0, r1, r2).
inline int sign_det3(const Difference& r0, const Difference& r1, const Difference& r2) noexcept {
  const Vec3 u = r0.p - r0.q, v = r1.p - r1.q, w = r2.p - r2.q;
  const Vec3 left{v.y * w.z, v.z * w.x, v.x * w.y}, right{v.z * w.y, v.x * w.z, v.y * w.x};
  const double value = dot(u, left - right);
  const Vec3 tiny{filter::tiny_minor, filter::tiny_minor, filter::tiny_minor};
  const double bound = dot(abs(u), (abs(left) + abs(right)) + tiny) * filter::bound3 + filter::tiny_total;
  return value > bound ? 1 : value < -bound ? -1 : exact_det3(r0, r1, r2);
}

// Exact sign of (b-a) . ((c-a) x (d-a)), inlined for the inner loops.
inline int side(Vec3 a, Vec3 b, Vec3 c, Vec3 d) noexcept { return sign_det3({b, a}, {c, a}, {d, a}); }

// orient2d() for callers that hold the standard floating-point state (base/float_state.h), inlined for the inner loops.
namespace inner {
inline int orient2d(double ax, double ay, double bx, double by, double cx, double cy) noexcept {
  const double left = (ax - cx) * (by - cy), right = (ay - cy) * (bx - cx);
  const double value = left - right;
  const double bound = (std::fabs(left) + std::fabs(right)) * filter::bound2 + filter::tiny_total;
  return value > bound ? 1 : value < -bound ? -1 : exact_orient2d(ax, ay, bx, by, cx, cy);
}
}  // namespace inner

// The component of (b-a) x (c-a) along an axis: the sign of the turn a, b, c seen from that axis.
inline int turn(int axis, Vec3 a, Vec3 b, Vec3 c) noexcept {
  const int i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1;
  return inner::orient2d(a[i], a[j], b[i], b[j], c[i], c[j]);
}

}  // namespace graze
