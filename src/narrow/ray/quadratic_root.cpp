#include "narrow/ray/quadratic_root.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/compat.h"

namespace graze {
namespace {

// Doubles from 0 on as integers in the same order.
double at(std::int64_t n) noexcept { return bit_cast<double>(n); }

constexpr std::int64_t greatest = 0x7fefffffffffffff;

// A step from the guess after `count` steps: fourfold each time, and past every double after 31 of them.
std::int64_t step(int count) noexcept { return count <= 30 ? std::int64_t(1) << (2 * count) : greatest; }

// The next double after the greatest would be 2^1024, and the nearest double of what is halfway to it is infinite.
template <class Number>
Number exact(std::int64_t n) noexcept {
  return n > greatest ? Number(0x1p1023) * Number(2.0) : Number(at(n));
}

}  // namespace

template <class Number>
int QuadraticRootOf<Number>::compare(const Number& t) const noexcept {
  const Number along = f_.a * t;
  const int value = ((along + f_.b + f_.b) * t + f_.c).sign();  // negative between the roots
  const int slope = (along + f_.b).sign();                      // of t to the middle between them
  if (value == 0 && slope == 0) return 0;
  if (value < 0) return larger_ ? 1 : -1;
  if (slope < 0) return value == 0 && !larger_ ? 0 : 1;
  return value == 0 && larger_ ? 0 : -1;
}

template <class Number>
double QuadraticRootOf<Number>::rounded() const noexcept {
  // The greatest double that is not above the root, and the next one. From any guess at most 32 growing steps enclose
  // it or reach an end of the doubles, and then at most 63 halvings leave two neighbours.
  const auto above = [&](std::int64_t n) { return n > greatest || compare(Number(at(n))) < 0; };
  std::int64_t near = guess_ > 0 && std::isfinite(guess_) ? bit_cast<std::int64_t>(guess_) : 0, far = near;
  const bool down = above(near);
  for (int n = 0;; ++n) {
    far = down ? std::max<std::int64_t>(near - step(n), 0) : std::min(near, greatest + 1 - step(n)) + step(n);
    if (far == 0 || far > greatest || above(far) != down) break;
    near = far;
  }
  std::int64_t low = std::min(near, far), high = std::max(near, far);
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (above(middle) ? high : low) = middle;
  }
  const int order = compare((Number(at(low)) + exact<Number>(high)) * Number(0.5));
  if (order != 0) return order < 0 ? at(low) : at(high);
  return (low & 1) == 0 ? at(low) : at(high);
}

template class QuadraticRootOf<Dyadic>;
template class QuadraticRootOf<WideDyadic>;

}  // namespace graze
