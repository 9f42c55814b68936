#include "scenes/turn.h"

#include <cmath>

namespace graze::scenes {

namespace {

// Taylor series, for |x| <= pi/4: the first dropped terms are below 1e-18.
double small_sin(double x) {
  const double s = x * x;
  double sum = 0;
  for (int k = 19; k >= 3; k -= 2) sum = (1 + sum) * (-s / (k * (k - 1)));
  return x + x * sum;
}

double small_cos(double x) {
  const double s = x * x;
  double sum = 0;
  for (int k = 20; k >= 2; k -= 2) sum = (1 + sum) * (-s / (k * (k - 1)));
  return 1 + sum;
}

}  // namespace

Turn turn(double part, double whole) {
  constexpr double half_pi = 1.5707963267948966;
  const double quarters = 4 * (std::fmod(part, whole) / whole);  // fmod is exact
  const double nearest = std::floor(quarters + 0.5);
  const double angle = (quarters - nearest) * half_pi;
  const double c = small_cos(angle), s = small_sin(angle);
  const double quadrant = nearest - 4 * std::floor(nearest / 4);
  if (quadrant == 0) return {c, s};
  if (quadrant == 1) return {-s, c};
  if (quadrant == 2) return {-c, -s};
  return {s, -c};
}

}  // namespace graze::scenes
