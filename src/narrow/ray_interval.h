// The part of a line in a convex set that is given by linear inequalities and one quadratic one, all with exact
// coefficients: every comparison of its ends is the sign of a polynomial, found exactly.
#pragma once

#include <optional>

#include "math/dyadic.h"
#include "narrow/quadratic_root.h"

namespace graze {

inline Dyadic square(const Dyadic& x) { return x * x; }

// An end of an interval: a fraction n / m with m > 0, or a root of a quadratic.
struct LineEnd {
  bool is_root = false;
  Dyadic n, m;
  Quadratic f;
  bool larger = false;
  bool flat = false;  // on a flat side of the set

  // -1, 0, 1: below, at, above the fraction x / y, y > 0.
  int compare(const Dyadic& x, const Dyadic& y) const;
  // Of an end that is not negative.
  double rounded() const;
};

// Of a fraction and any end.
inline int compare(const LineEnd& x, const LineEnd& fraction) { return x.compare(fraction.n, fraction.m); }

// None: open to that side.
struct LineInterval {
  std::optional<LineEnd> in, out;
  bool empty = false;

  // Also where the ends are the wrong way round. One of them is a fraction, or both are roots of one quadratic.
  bool holds_nothing() const;

  // One of the two ends that meet in a cut is a fraction.
  void cut_in(const LineEnd& end);
  void cut_out(const LineEnd& end);
  // a + s b <= 0.
  void cut(const Dyadic& a, const Dyadic& b, bool flat = true);
  // f(s) <= 0 with f.a > 0.
  void cut(const Quadratic& f);
};

}  // namespace graze
