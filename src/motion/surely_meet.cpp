// Determinants of three differences of corners, each coordinate at most L in size and off by e (the errors of two
// corners, and uL of the difference). The six products of three change by at most 3 e L^2 (1 + ...) each: 18 e L^2 and
// a little, for which 20 is taken while e < 2^-10 L; what is computed rounds by 8u of the 6 L^3 that their sizes add up
// to (math/exact.h).
#include "motion/surely_meet.h"

#include <algorithm>

namespace graze {
namespace {

double determinant(Vec3 p, Vec3 q, Vec3 r) { return dot(p, cross(q, r)); }

bool edge_passes(Vec3 p, Vec3 q, const Vec3* t, double bound) {
  const Vec3 from[3] = {t[0] - p, t[1] - p, t[2] - p};
  const Vec3 normal_p = cross(t[1] - t[0], t[2] - t[0]);
  const double side_p = dot(normal_p, from[0]), side_q = dot(normal_p, t[0] - q);
  if (!((side_p > bound && side_q < -bound) || (side_p < -bound && side_q > bound))) return false;
  const Vec3 along = q - p;
  const double x = determinant(along, from[0], from[1]), y = determinant(along, from[1], from[2]);
  const double z = determinant(along, from[2], from[0]);
  return (x > bound && y > bound && z > bound) || (x < -bound && y < -bound && z < -bound);
}

}  // namespace

bool surely_meet(const Vec3* a, const Vec3* b, double error) noexcept {
  double size = 0;
  Vec3 lo = a[0], hi = a[0];
  for (const Vec3* t : {a, b})
    for (int i = 0; i < 3; ++i) {
      lo = min(lo, t[i]);
      hi = max(hi, t[i]);
    }
  for (int k = 0; k < 3; ++k) size = std::max(size, hi[k] - lo[k]);
  const double off = 2 * error + size * 0x1p-52;
  if (!(off < size * 0x1p-10) || !(size < 0x1p300)) return false;
  const double bound = (20 * off + size * (64 * 0x1p-53)) * size * size + 0x1p-1000;
  for (int i = 0; i < 3; ++i) {
    const int next = i == 2 ? 0 : i + 1;
    if (edge_passes(a[i], a[next], b, bound) || edge_passes(b[i], b[next], a, bound)) return true;
  }
  return false;
}

}  // namespace graze
