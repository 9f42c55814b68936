// Doubles with bounds decide nearly all (moving_hull.h); what they leave, a contact or a gap that rounding hides, is
// decided exactly.
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

template <int Count>
CcdResult first_contact(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1) {
  double lo = 0, hi = 0;
  switch (first_contact(MovingHull<Count>(at_0.data(), at_1.data()), lo, hi)) {
    case FirstContact::none:
      return none();
    case FirstContact::found:
      return found(lo, hi);
    case FirstContact::open:
      break;
  }
  return exactly(kind, at_0, at_1);
}

template <int Count>
CcdResult first_approach(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1, const CcdSettings& settings) {
  const MovingHull<Count> hull(at_0.data(), at_1.data());
  if (settings.separation == 0 && hull.clear_along_axis()) return none();
  const double enough = settings.separation + settings.tolerance;
  double time = 0, gap = 0;
  for (int step = 0; step < 4096; ++step) {
    const auto nearest = hull.nearest(time);
    gap = hull.gap(nearest);
    if (gap <= enough) return found(time, time);
    // 2^-50 covers the square root and the product with the separation.
    const double height = settings.separation * length(nearest.direction) * (1 + 0x1p-50);
    const double until = hull.clear_until(nearest.direction, height, time);
    if (until >= 1) return none();
    if (!(until > time)) break;
    time = until;
  }
  if (settings.separation == 0) return exactly(kind, at_0, at_1);
  CcdResult result = found(time, time);
  result.tolerance = gap - settings.separation;
  return result;
}

template <int Count>
CcdResult decide(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1, const CcdSettings& settings) {
  return settings.tolerance == 0 && settings.separation == 0 ? first_contact<Count>(kind, at_0, at_1)
                                                             : first_approach<Count>(kind, at_0, at_1, settings);
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
  result = kind == CcdKind::vertex_face ? decide<3>(kind, at_0, at_1, settings) : decide<4>(kind, at_0, at_1, settings);
  result.tolerance = std::max(result.tolerance, settings.tolerance);
  return result;
}

}  // namespace graze
