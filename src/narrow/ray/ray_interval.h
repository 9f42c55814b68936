// The part of a line in a convex set that is given by linear inequalities and one quadratic one, all with exact
// coefficients: every comparison of its ends is the sign of a polynomial, found exactly.
#pragma once

#include <optional>

#include "math/dyadic.h"
#include "narrow/ray/quadratic_root.h"

namespace graze {

template <int limbs>
DyadicOf<limbs> square(const DyadicOf<limbs>& x) {
  return x * x;
}

// An end of an interval: a fraction n / m with m > 0, or a root of a quadratic.
template <class Number>
struct LineEnd {
  bool is_root = false;
  Number n, m;
  QuadraticOf<Number> f;
  bool larger = false;
  bool flat = false;  // on a flat side of the set

  // -1, 0, 1: below, at, above the fraction x / y, y > 0.
  int compare(const Number& x, const Number& y) const;
  // Of an end that is not negative.
  double rounded() const;
};

// Of a fraction and any end.
template <class Number>
int compare(const LineEnd<Number>& x, const LineEnd<Number>& fraction) {
  return x.compare(fraction.n, fraction.m);
}

// None: open to that side.
template <class Number>
struct LineInterval {
  std::optional<LineEnd<Number>> in, out;
  bool empty = false;

  // Also where the ends are the wrong way round. One of them is a fraction, or both are roots of one quadratic.
  bool holds_nothing() const;

  // One of the two ends that meet in a cut is a fraction.
  void cut_in(const LineEnd<Number>& end);
  void cut_out(const LineEnd<Number>& end);
  // a + s b <= 0.
  void cut(const Number& a, const Number& b, bool flat = true);
  // f(s) <= 0 with f.a > 0.
  void cut(const QuadraticOf<Number>& f);
};

extern template struct LineEnd<Dyadic>;
extern template struct LineEnd<WideDyadic>;
extern template struct LineInterval<Dyadic>;
extern template struct LineInterval<WideDyadic>;

}  // namespace graze
