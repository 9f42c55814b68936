// Times in [0, 1] that are roots of polynomials with exact coefficients, and signs of other polynomials there. Nothing
// is rounded: a time is a fraction, or the only root of a polynomial in an interval that can be narrowed at will.
//
// Number is a DyadicOf. How long one gets, for coordinate differences of s bits: the coefficients of a cubic have 3s,
// those of a quadratic 2s, those of the remainder of the cubic by the quadratic 7s; the cubic at the root of that has
// 24s. A double root is a fraction of degree 9, at which a quadratic has degree 20. Two roots of the cubic are at least
// 2^-6s apart (Mahler), so that no interval gets shorter than that, and the cubic at its ends has 21s.
#pragma once

#include "base/function_ref.h"
#include "math/dyadic.h"

namespace graze {

// a + b t
template <class Number>
struct LinearInTime {
  Number a, b;
};

// c[0] + c[1] t + ... + c[3] t^3
template <class Number>
struct TimePolynomial {
  Number c[4];
  int degree = -1;  // of the last coefficient that is not 0; -1 for the polynomial 0

  void find_degree() noexcept;
};

template <class Number>
class AlgebraicTime {
 public:
  using Polynomial = TimePolynomial<Number>;

  // The denominator is above 0.
  static AlgebraicTime fraction(const Number& numerator, const Number& denominator) noexcept;
  // The only root of `of` in the open interval, a simple one. `of` must outlive this.
  static AlgebraicTime root(const Polynomial& of, const Number& lo, const Number& hi, int sign_above_lo) noexcept;

  // The sign of a polynomial of degree 2 at most.
  int sign(const Polynomial& p) noexcept;
  // Doubles in [0, 1] around the time, both equal to it or at most 2^-50 apart.
  void bracket(double& lo, double& hi) noexcept;

 private:
  void halve() noexcept;                                          // the interval; may find that the time is a fraction
  int sign_of_linear(const Number& a, const Number& b) noexcept;  // of a + b t; may find the same

  const Polynomial* of_ = nullptr;  // null: a fraction
  Number lo_, hi_;                  // or numerator and denominator
  int sign_above_lo_ = 0;
};

// Calls visit for each root in [0, 1], in ascending order, until it returns true; then true. Of a polynomial that is
// 0 everywhere no root is visited.
template <class Number>
bool visit_roots(const TimePolynomial<Number>& p, FunctionRef<bool(AlgebraicTime<Number>&)> visit);

}  // namespace graze
