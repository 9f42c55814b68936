// A root of a quadratic whose coefficients are exact numbers: compared and rounded without error.
#pragma once

#include "math/dyadic.h"

namespace graze {

// f(t) = a t^2 + 2 b t + c, a > 0, with b^2 >= a c. The square of a coefficient, and a t^2 for any double t, must fit
// into a Number.
template <class Number>
struct QuadraticOf {
  Number a, b, c;
};
using Quadratic = QuadraticOf<Dyadic>;

template <class Number>
class QuadraticRootOf {
 public:
  // Near the root: where a search for the nearest double begins. A guess that is no number, or far off, costs time
  // only.
  QuadraticRootOf(const QuadraticOf<Number>& f, bool larger, double guess) noexcept
      : f_(f), larger_(larger), guess_(guess) {}

  // Is it below t, at t, or above? -1, 0, 1.
  int compare(const Number& t) const noexcept;
  // The nearest double, ties to even, of a root that is not negative; infinite past the greatest.
  double rounded() const noexcept;

 private:
  QuadraticOf<Number> f_;
  bool larger_;
  double guess_;
};
using QuadraticRoot = QuadraticRootOf<Dyadic>;

extern template class QuadraticRootOf<Dyadic>;
extern template class QuadraticRootOf<WideDyadic>;

}  // namespace graze
