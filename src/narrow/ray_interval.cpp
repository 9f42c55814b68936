#include "narrow/ray_interval.h"

#include <cmath>

namespace graze {

int LineEnd::compare(const Dyadic& x, const Dyadic& y) const {
  if (!is_root) return (n * y - x * m).sign();
  const Dyadic slope = f.a * x + f.b * y;  // of f at x / y, times positive numbers
  const int value = ((slope + f.b * y) * x + f.c * y * y).sign();
  if (value < 0) return larger ? 1 : -1;
  const int side = -slope.sign();  // of the middle of both roots
  if (value > 0) return side;
  return side == (larger ? 1 : -1) ? side : 0;  // x / y is a root: this one, or the other
}

double LineEnd::rounded() const {
  if (!is_root) return quotient(n, m);
  const Dyadic discriminant = f.b * f.b - f.a * f.c;
  const double middle = -quotient(f.b, f.a);
  const double spread = discriminant.sign() > 0 ? std::sqrt(quotient(discriminant, f.a * f.a)) : 0;
  return QuadraticRoot(f, larger, larger ? middle + spread : middle - spread).rounded();
}

bool LineInterval::holds_nothing() const {
  if (empty) return true;
  if (!in || !out || (in->is_root && out->is_root)) return false;
  return (out->is_root ? -graze::compare(*out, *in) : graze::compare(*in, *out)) > 0;
}

void LineInterval::cut_in(const LineEnd& end) {
  if (!in || (end.is_root ? -graze::compare(end, *in) : graze::compare(*in, end)) < 0) in = end;
}

void LineInterval::cut_out(const LineEnd& end) {
  if (!out || (end.is_root ? -graze::compare(end, *out) : graze::compare(*out, end)) > 0) out = end;
}

void LineInterval::cut(const Dyadic& a, const Dyadic& b, bool flat) {
  const int sign = b.sign();
  if (sign == 0) {
    empty = empty || a.sign() > 0;
    return;
  }
  LineEnd end;
  end.flat = flat;
  end.n = sign > 0 ? -a : a;
  end.m = sign > 0 ? b : -b;
  sign > 0 ? cut_out(end) : cut_in(end);
}

void LineInterval::cut(const Quadratic& f) {
  if ((f.b * f.b - f.a * f.c).sign() < 0) {
    empty = true;
    return;
  }
  LineEnd end;
  end.is_root = true;
  end.f = f;
  cut_in(end);
  end.larger = true;
  cut_out(end);
}

}  // namespace graze
