#include "narrow/body/reach.h"

#include <cmath>
#include <limits>

#include "math/constants.h"
#include "math/double_double.h"
#include "narrow/triangle/exact_distance.h"
#include "narrow/triangle/triangle_distance.h"

namespace graze {
namespace {

double sum_up(double x, double y) {
  const DoubleDouble sum = two_sum(x, y);
  return sum.lo == 0 ? sum.hi : std::nextafter(sum.hi, infinity);  // also where lo is NaN past the doubles
}
double sum_down(double x, double y) {
  const DoubleDouble sum = two_sum(x, y);
  return sum.lo == 0 || !(sum.hi < infinity) ? sum.hi : std::nextafter(sum.hi, 0.0);
}

}  // namespace

double Reach::upper() const noexcept { return sum_up(sum_up(radius_a, radius_b), tolerance); }
double Reach::lower() const noexcept {
  const double sum = sum_down(sum_down(radius_a, radius_b), tolerance);
  return sum < infinity || tolerance == infinity ? sum : std::numeric_limits<double>::max();
}

bool triangles_within(const Triangle& a, const Triangle& b, const Reach& reach) noexcept {
  const double r = reach.radius_a, s = reach.radius_b, t = reach.tolerance;
  if (t == infinity) return true;
  const double zero_free[3][3] = {{r, s, t}, {r, t, s}, {s, t, r}};
  for (const auto& [x, y, rest] : zero_free) {
    const DoubleDouble sum = two_sum(x, y);
    if (sum.lo == 0 && std::isfinite(sum.hi)) return triangles_within(a, b, sum.hi, rest);
  }
  // No two of them have a sum that is a double: between the rounded sums the third matters.
  const double low = sum_down(r, s), high = sum_up(r, s);
  if (std::isfinite(low) && triangles_within(a, b, low, t)) return true;
  if (std::isfinite(high) && !triangles_within(a, b, high, t)) return false;
  return exact_within(a, b, r, s, t);
}

}  // namespace graze
