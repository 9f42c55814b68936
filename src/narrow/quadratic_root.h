// A root of a quadratic whose coefficients are exact numbers: compared and rounded without error.
#pragma once

#include "math/dyadic.h"

namespace graze {

// f(t) = a t^2 + 2 b t + c, a > 0, with b^2 >= a c. With coefficients of degree 4 in differences of doubles, all that
// is computed here fits into a Dyadic.
struct Quadratic {
  Dyadic a, b, c;
};

class QuadraticRoot {
 public:
  // Near the root: where a search for the nearest double begins.
  QuadraticRoot(const Quadratic& f, bool larger, double guess) noexcept : f_(f), larger_(larger), guess_(guess) {}

  // Is it below t, at t, or above? -1, 0, 1.
  int compare(const Dyadic& t) const noexcept;
  // The nearest double, ties to even, of a root that is not negative; infinite past the greatest.
  double rounded() const noexcept;

 private:
  Quadratic f_;
  bool larger_;
  double guess_;
};

}  // namespace graze
