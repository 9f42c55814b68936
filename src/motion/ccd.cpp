// Time advances as far as one direction proves the points apart, then looks for another direction. What that leaves, a
// contact or a gap that rounding hides, is proven to be a hit in double or decided exactly.
#include <algorithm>
#include <cmath>

#include "base/float_state.h"
#include "graze/motion.h"
#include "motion/exact_ccd.h"
#include "motion/moving_hull.h"

namespace graze {
namespace {

CcdResult found(double lo, double hi) {
  CcdResult result;
  result.answer = Answer::yes;
  result.lower = lo;
  result.upper = hi;
  result.tolerance = 0;
  return result;
}

CcdResult none() {
  CcdResult result;
  result.answer = Answer::no;
  result.tolerance = 0;
  return result;
}

CcdResult exactly(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1) {
  const ContactTime contact = exact_ccd(kind, at_0, at_1);
  return contact.hit ? found(contact.lo, contact.hi) : none();
}

CcdResult first_contact(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1) {
  const MovingHull hull(kind, at_0, at_1);
  if (hull.clear_along_axis() || hull.one_sign_of_volume(0, 1)) return none();
  double time = 0, lo = 0, hi = 0;
  for (int step = 0; step < 12; ++step) {
    const double until = hull.clear_until(hull.nearest(time).direction, 0, time);
    if (until >= 1) return none();
    const bool stuck = !(until - time > 0x1p-20);
    time = until;
    if ((stuck || step > 0) && hull.certain_contact(time, lo, hi)) return found(lo, hi);
    if (stuck) break;
  }
  return exactly(kind, at_0, at_1);
}

CcdResult first_approach(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1, const CcdSettings& settings) {
  const MovingHull hull(kind, at_0, at_1);
  if (settings.separation == 0 && hull.clear_along_axis()) return none();
  const double enough = settings.separation + settings.tolerance;
  double time = 0, gap = 0;
  for (int step = 0; step < 4096; ++step) {
    const MovingHull::HullPoint nearest = hull.nearest(time);
    gap = nearest.gap;
    if (gap <= enough) return found(time, time);
    const double until = hull.clear_until(nearest.direction, settings.separation, time);
    if (until >= 1) return none();
    if (!(until > time)) break;
    time = until;
  }
  if (settings.separation == 0) return exactly(kind, at_0, at_1);
  CcdResult result = found(time, time);
  result.tolerance = gap - settings.separation;
  return result;
}

}  // namespace

CcdResult ccd(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1, const CcdSettings& settings) noexcept {
  const FloatState standard;
  bool valid = settings.tolerance >= 0 && settings.separation >= 0;
  for (const FourPoints* points : {&at_0, &at_1})
    for (const Vec3& p : *points) valid = valid && is_finite(p);
  CcdResult result;
  if (!valid) {
    result.status = Status::invalid;
    return result;
  }
  result = settings.tolerance == 0 && settings.separation == 0 ? first_contact(kind, at_0, at_1)
                                                               : first_approach(kind, at_0, at_1, settings);
  result.tolerance = std::max(result.tolerance, settings.tolerance);
  return result;
}

}  // namespace graze
