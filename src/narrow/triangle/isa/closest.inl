// Written once over the lane type, compiled once per instruction set.
#include <limits>

#include "math/wide_double4.h"
#include "narrow/triangle/closest_kernel.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

struct Lanes3 {
  Double4 x, y, z;
};
inline Lanes3 operator+(const Lanes3& a, const Lanes3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Lanes3 operator-(const Lanes3& a, const Lanes3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Lanes3 operator*(const Lanes3& a, const Double4& s) { return {a.x * s, a.y * s, a.z * s}; }
inline Double4 dot(const Lanes3& a, const Lanes3& b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }

inline Lanes3 everywhere(double x, double y, double z) { return {all4(x), all4(y), all4(z)}; }
inline Double4 clamp01(const Double4& x) { return max(min(x, all4(1)), all4(0)); }

// Three corners, the first one again in the lane to spare.
inline Lanes3 corners(const Vec3& p, const Vec3& q, const Vec3& r) {
  return {set4(p.x, q.x, r.x, p.x), set4(p.y, q.y, r.y, p.y), set4(p.z, q.z, r.z, p.z)};
}

// Divisors that are 0 only where the dividend is 0 too: the quotient then is 0.
inline Double4 not_zero(const Double4& x) { return max(x, all4(1e-300)); }

// The corners `p` over the inside of the face of t.
inline Double4 corner_row(const Vec3* t, const Lanes3& p, double* s, double* r) {
  const double ux = t[1].x - t[0].x, uy = t[1].y - t[0].y, uz = t[1].z - t[0].z;
  const double vx = t[2].x - t[0].x, vy = t[2].y - t[0].y, vz = t[2].z - t[0].z;
  const double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
  const double length = (nx * nx + ny * ny) + nz * nz;
  const Double4 whole = all4(length), inverse = all4(1 / (length > 1e-300 ? length : 1e-300));
  const Lanes3 w = p - everywhere(t[0].x, t[0].y, t[0].z);
  // n . (w x v) = w . (v x n) and n . (u x w) = w . (n x u).
  const Double4 share_u = dot(w, everywhere(vy * nz - vz * ny, vz * nx - vx * nz, vx * ny - vy * nx));
  const Double4 share_v = dot(w, everywhere(ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux));
  const Double4 height = dot(w, everywhere(nx, ny, nz));
  const Double4 inside = min(min(share_u, share_v), whole - (share_u + share_v));
  const Double4 found = height * (height * inverse), none = all4(std::numeric_limits<double>::infinity());
  (share_u * inverse).store(s);
  (share_v * inverse).store(r);
  // A degenerate face has no inside.
  return where_positive(whole - all4(1e-290), where_positive(inside, found, none), none);
}

void feature_squares(const Vec3* a, const Vec3* b, FeatureSquares& result) {
  const Lanes3 start_b = corners(b[0], b[1], b[2]), along_b = corners(b[1], b[2], b[0]) - start_b;
  const Double4 square_b = dot(along_b, along_b), inverse_b = all4(1) / not_zero(square_b);
  Double4 square[FeatureSquares::rows];
  for (int i = 0; i < 3; ++i) {
    const Vec3 &p = a[i], &q = a[i == 2 ? 0 : i + 1];
    const Lanes3 start_a = everywhere(p.x, p.y, p.z), along_a = everywhere(q.x, q.y, q.z) - start_a;
    const Lanes3 w = start_b - start_a;
    const Double4 square_a = dot(along_a, along_a), across = dot(along_a, along_b);
    const Double4 d = dot(along_a, w), e = dot(along_b, w);
    // The lines first, then each share clamped and the other found again. Any start serves for parallel ones.
    const Double4 free = (square_b * d - across * e) / not_zero(square_a * square_b - across * across);
    const Double4 t = clamp01((clamp01(free) * across - e) * inverse_b);
    const Double4 s = clamp01((d + t * across) / not_zero(square_a));
    const Lanes3 r = (w + along_b * t) - along_a * s;
    square[i] = dot(r, r);
    s.store(result.s + 4 * i);
    t.store(result.t + 4 * i);
  }
  square[3] = corner_row(a, start_b, result.s + 12, result.t + 12);
  square[4] = corner_row(b, corners(a[0], a[1], a[2]), result.s + 16, result.t + 16);

  const Double4 spare = set4(0, 0, 0, std::numeric_limits<double>::infinity());
  Double4 lane_least = all4(std::numeric_limits<double>::infinity());
  for (int row = 0; row < FeatureSquares::rows; ++row) {
    max(square[row], spare).store(result.square + FeatureSquares::lanes * row);
    lane_least = min(square[row], lane_least);
  }
  double lane[4];
  lane_least.store(lane);
  double least = lane[0] < lane[1] ? lane[0] : lane[1];
  least = lane[2] < least ? lane[2] : least;
  int at = 0;
  while (at < FeatureSquares::count - 1 && result.square[at] != least) ++at;
  result.least = at;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
