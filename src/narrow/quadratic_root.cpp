#include "narrow/quadratic_root.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace graze {
namespace {

// Doubles from 0 on as integers in the same order.
double at(std::int64_t n) noexcept { return std::bit_cast<double>(n); }

constexpr std::int64_t greatest = 0x7fefffffffffffff;

}  // namespace

int QuadraticRoot::compare(const Dyadic& t) const noexcept {
  const Dyadic along = f_.a * t;
  const int value = ((along + f_.b + f_.b) * t + f_.c).sign();  // negative between the roots
  const int slope = (along + f_.b).sign();                      // of t to the middle between them
  if (value == 0 && slope == 0) return 0;
  if (value < 0) return larger_ ? 1 : -1;
  if (slope < 0) return value == 0 && !larger_ ? 0 : 1;
  return value == 0 && larger_ ? 0 : -1;
}

double QuadraticRoot::rounded() const noexcept {
  // The greatest double that is not above the root, by growing steps from the guess and then halving them.
  const auto above = [&](std::int64_t n) { return n > greatest || compare(Dyadic(at(n))) < 0; };
  std::int64_t low = guess_ > 0 && std::isfinite(guess_) ? std::bit_cast<std::int64_t>(guess_) : 0, high = low;
  for (std::int64_t step = 1; low > 0 && above(low); step *= 4) low = low > step ? low - step : 0;
  for (std::int64_t step = 1; !above(high); step *= 4) high = high < greatest - step ? high + step : greatest + 1;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (above(middle) ? high : low) = middle;
  }
  if (high > greatest) return std::numeric_limits<double>::infinity();
  const int order = compare((Dyadic(at(low)) + Dyadic(at(high))) * Dyadic(0.5));
  if (order != 0) return order < 0 ? at(low) : at(high);
  return (low & 1) == 0 ? at(low) : at(high);
}

}  // namespace graze
