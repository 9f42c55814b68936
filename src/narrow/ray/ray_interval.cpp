#include "narrow/ray/ray_interval.h"

#include <cmath>

namespace graze {

template <class Number>
int LineEnd<Number>::compare(const Number& x, const Number& y) const {
  if (!is_root) return (n * y - x * m).sign();
  const Number slope = f.a * x + f.b * y;  // of f at x / y, times positive numbers
  const int value = ((slope + f.b * y) * x + f.c * y * y).sign();
  if (value < 0) return larger ? 1 : -1;
  const int side = -slope.sign();  // of the middle of both roots
  if (value > 0) return side;
  return side == (larger ? 1 : -1) ? side : 0;  // x / y is a root: this one, or the other
}

template <class Number>
double LineEnd<Number>::rounded() const {
  if (!is_root) return quotient(n, m);
  const Number discriminant = f.b * f.b - f.a * f.c;
  const double middle = -quotient(f.b, f.a);
  const double spread = discriminant.sign() > 0 ? std::sqrt(quotient(discriminant, f.a * f.a)) : 0;
  return QuadraticRootOf<Number>(f, larger, larger ? middle + spread : middle - spread).rounded();
}

template <class Number>
bool LineInterval<Number>::holds_nothing() const {
  if (empty) return true;
  if (!in || !out || (in->is_root && out->is_root)) return false;
  return (out->is_root ? -graze::compare(*out, *in) : graze::compare(*in, *out)) > 0;
}

template <class Number>
void LineInterval<Number>::cut_in(const LineEnd<Number>& end) {
  if (!in || (end.is_root ? -graze::compare(end, *in) : graze::compare(*in, end)) < 0) in = end;
}

template <class Number>
void LineInterval<Number>::cut_out(const LineEnd<Number>& end) {
  if (!out || (end.is_root ? -graze::compare(end, *out) : graze::compare(*out, end)) > 0) out = end;
}

template <class Number>
void LineInterval<Number>::cut(const Number& a, const Number& b, bool flat) {
  const int sign = b.sign();
  if (sign == 0) {
    empty = empty || a.sign() > 0;
    return;
  }
  LineEnd<Number> end;
  end.flat = flat;
  end.n = sign > 0 ? -a : a;
  end.m = sign > 0 ? b : -b;
  sign > 0 ? cut_out(end) : cut_in(end);
}

template <class Number>
void LineInterval<Number>::cut(const QuadraticOf<Number>& f) {
  if ((f.b * f.b - f.a * f.c).sign() < 0) {
    empty = true;
    return;
  }
  LineEnd<Number> end;
  end.is_root = true;
  end.f = f;
  cut_in(end);
  end.larger = true;
  cut_out(end);
}

template struct LineEnd<Dyadic>;
template struct LineEnd<WideDyadic>;
template struct LineInterval<Dyadic>;
template struct LineInterval<WideDyadic>;

}  // namespace graze
