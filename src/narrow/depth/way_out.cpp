#include "narrow/depth/way_out.h"

#include <algorithm>
#include <cmath>

#include "base/work.h"
#include "math/constants.h"
#include "math/double_double.h"
#include "math/exact_sum.h"
#include "math/norms.h"
#include "narrow/body/borrowed.h"

namespace graze {
namespace {

// Is the length of v at most d? Exact. In pairs of doubles the squares are off by less than 2^-98 of d^2, as long as
// the two lengths are about the same.
bool at_most(Vec3 v, double d) {
  if (d > 0x1p-300 && d < 0x1p300) {
    const double xx = v.x * v.x, yy = v.y * v.y, zz = v.z * v.z, dd = d * d;
    const DoubleDouble xy = two_sum(xx, yy), sum = two_sum(xy.hi, zz);
    const double low = (xy.lo + sum.lo) + ((product_error(v.x, v.x, xx) + product_error(v.y, v.y, yy)) +
                                           (product_error(v.z, v.z, zz) - product_error(d, d, dd)));
    const double more = (sum.hi - dd) + low;
    if (std::fabs(sum.hi - dd) <= 0.25 * dd && std::fabs(more) > 0x1p-96 * dd) return more < 0;
  }
  ExactSum sum;
  for (int k = 0; k < 3; ++k) sum.add_product(v[k], v[k], 1);
  sum.add_product(d, -d, 1);
  return sum.sign() <= 0;
}

// A last place of the translation; where that is tiny, as of bodies that stand in one frame, a part of that of the
// corners, which no smaller step moves.
double first_step(const Body& body) {
  const Box box = body.shape.bounds();
  const double corner = largest(abs(body.pose.linear) * max(abs(box.lo), abs(box.hi)));
  const double place = 0x1p-53 * largest(body.pose.translation);
  return std::isfinite(corner) ? std::max(place, 0x1p-56 * corner) : place;
}

}  // namespace

double length_up(Vec3 v) noexcept {
  const double most = largest(v);
  if (!(most > 0) || !std::isfinite(most)) return most;
  // A power of two loses nothing where the inverse of a subnormal number would be infinite. What comes out is off by a
  // few units in the last place, so that both loops end after as many steps, or at the ends of the doubles.
  const int unit = std::ilogb(most);
  double d = std::ldexp(length({std::ldexp(v.x, -unit), std::ldexp(v.y, -unit), std::ldexp(v.z, -unit)}), unit);
  while (d < infinity && !at_most(v, d)) d = std::nextafter(d, infinity);
  for (double less = std::nextafter(d, 0.0); at_most(v, less); less = std::nextafter(d, 0.0)) d = less;
  return d;
}

double rounding_of_motion(double points, double translations, double most) noexcept {
  const double along_axis = 0x1p-53 * ((points + (points + most)) + (translations + most));
  return 1.8 * along_axis;  // the square root of 3, and the rounding of all this
}

WayOut::WayOut(const Body& moved, const Body& fixed, Parted parted) noexcept
    : moved_(moved),
      fixed_(fixed),
      parted_(parted),
      last_place_(std::max(first_step(moved), first_step(fixed))),
      length_(infinity) {}

bool WayOut::found() const noexcept { return length_ < infinity; }

void WayOut::offer(Vec3 v, Vec3 out, int doublings) {
  double step = 0;
  for (int k = 0; k <= doublings; ++k) {
    const Vec3 here = (v + out * step) + Vec3{};  // no -0
    const double l = length_up(here);
    if (!(l < length_)) return;
    if (parts(here)) {
      vector_ = here;
      length_ = l;
      return;
    }
    step = k == 0 ? std::max(last_place_, 0x1p-53 * largest(v)) : 2 * step;
  }
}

bool WayOut::parts(Vec3 v) const {
  work::poll();
  Body moved = borrowed(moved_), fixed = borrowed(fixed_);
  moved.pose.translation = moved.pose.translation + v;
  fixed.pose.translation = fixed.pose.translation - v;
  return parted_(moved, fixed_) && parted_(moved_, fixed);
}

}  // namespace graze
