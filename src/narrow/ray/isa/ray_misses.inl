// Does a ray pass by the three slabs that hold a body?
//
// The part of a ray that counts ends where it is farther from the centre than the corners of the box are: |d| is at
// least d1 / 1.7321, so that t d1 is at most 1.75 (m1 + farthest) on it. There a dot of an axis is off by less than
// 2^-46 of the sums of magnitudes, by which the slabs are wider here. So where the ray meets the body, all that is
// computed of the slabs says so, but for the rounding of the parameters, which the comparison leaves room for.
#include "math/wide_lanes.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

bool misses(const SlabOutline& outline, const Ray& ray) {
  const Vec3 d = ray.direction - base_of(ray), m = ray.origin - outline.centre;
  const double m1 = (__builtin_fabs(m.x) + __builtin_fabs(m.y)) + __builtin_fabs(m.z);
  const double d1 = (__builtin_fabs(d.x) + __builtin_fabs(d.y)) + __builtin_fabs(d.z);
  if (!(m1 < 1e100 && d1 < 1e100 && d1 > 1e-100)) return false;
  const double size = 0x1p-46 * (m1 + 1.75 * (m1 + outline.farthest));
  const Double4 x = load4(outline.axes[0]), y = load4(outline.axes[1]), z = load4(outline.axes[2]);
  const Double4 wide = load4(outline.extent) + all4(size) * ((abs(x) + abs(y)) + abs(z));
  const Double4 at = (x * all4(m.x) + y * all4(m.y)) + z * all4(m.z);
  const Double4 climb = (x * all4(d.x) + y * all4(d.y)) + z * all4(d.z);
  // Without a climb all of the ray is in the slab or beside it, and any number that is large says which.
  const Double4 per_climb = all4(1) / choose(climb == all4(0), all4(1e-200), climb);
  const Double4 one = (-wide - at) * per_climb, other = (wide - at) * per_climb;
  const double first = -least_lane(max(-one, -other)), last = least_lane(max(one, other));
  const double in = first > 0 ? first : 0, out = last < ray.max ? last : ray.max;
  return in - out > 0x1p-46 * (__builtin_fabs(in) + __builtin_fabs(out));
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
