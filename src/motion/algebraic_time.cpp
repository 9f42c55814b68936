#include "motion/algebraic_time.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

template <class Number>
int sign_at(const TimePolynomial<Number>& p, const Number& t) {
  if (p.degree < 0) return 0;
  Number value = p.c[p.degree];
  for (int i = p.degree - 1; i >= 0; --i) value = value * t + p.c[i];
  return value.sign();
}

// At numerator / denominator, the denominator above 0.
template <class Number>
int sign_at(const TimePolynomial<Number>& p, const Number& numerator, const Number& denominator) {
  if (p.degree < 0) return 0;
  Number value = p.c[p.degree], power = denominator;
  for (int i = p.degree - 1; i >= 0; --i) {
    value = value * numerator + p.c[i] * power;
    if (i > 0) power = power * denominator;
  }
  return value.sign();
}

// The coefficients of the Bernstein form over an interval; their signs are those of b[0..degree].
template <class Number>
struct Bernstein {
  Number b[4];
  int degree;

  // No less than the number of roots inside the interval, and even or odd like it (Descartes).
  int variations() const {
    int count = 0, last = 0;
    for (int i = 0; i <= degree; ++i) {
      const int sign = b[i].sign();
      if (sign == 0) continue;
      if (last != 0 && sign != last) ++count;
      last = sign;
    }
    return count;
  }
  int first_sign() const {
    for (int i = 0; i <= degree; ++i)
      if (b[i].sign() != 0) return b[i].sign();
    return 0;
  }
};

// Six times the coefficients over [0, 1], which are whole sums.
template <class Number>
Bernstein<Number> over_unit(const TimePolynomial<Number>& p) {
  Bernstein<Number> result;
  result.degree = p.degree;
  const Number two = 2.0, three = 3.0, six = 6.0;
  const Number& c0 = p.c[0];
  if (p.degree == 2) {
    result.b[0] = six * c0;
    result.b[1] = result.b[0] + three * p.c[1];
    result.b[2] = six * (c0 + p.c[1] + p.c[2]);
  } else {
    result.b[0] = six * c0;
    result.b[1] = result.b[0] + two * p.c[1];
    result.b[2] = result.b[1] + two * (p.c[1] + p.c[2]);
    result.b[3] = six * (c0 + p.c[1] + p.c[2] + p.c[3]);
  }
  return result;
}

// Over the first half, leaving the second in `rest` (de Casteljau).
template <class Number>
Bernstein<Number> split(Bernstein<Number>& rest) {
  const Number half = 0.5;
  Bernstein<Number> first;
  first.degree = rest.degree;
  for (int done = 0; done <= rest.degree; ++done) {
    first.b[done] = rest.b[0];
    for (int i = 0; i < rest.degree - done; ++i) rest.b[i] = (rest.b[i] + rest.b[i + 1]) * half;
  }
  return first;
}

}  // namespace

template <class Number>
void TimePolynomial<Number>::find_degree() noexcept {
  degree = 3;
  while (degree >= 0 && c[degree].sign() == 0) --degree;
}

template <class Number>
AlgebraicTime<Number> AlgebraicTime<Number>::fraction(const Number& numerator, const Number& denominator) noexcept {
  AlgebraicTime time;
  time.lo_ = numerator;
  time.hi_ = denominator;
  return time;
}

template <class Number>
AlgebraicTime<Number> AlgebraicTime<Number>::root(const Polynomial& of, const Number& lo, const Number& hi,
                                                  int sign_above_lo) noexcept {
  AlgebraicTime time;
  time.of_ = &of;
  time.lo_ = lo;
  time.hi_ = hi;
  time.sign_above_lo_ = sign_above_lo;
  return time;
}

template <class Number>
void AlgebraicTime<Number>::halve() noexcept {
  const Number middle = (lo_ + hi_) * Number(0.5);
  const int sign = sign_at(*of_, middle);
  if (sign == 0) {
    *this = fraction(middle, 1.0);
  } else {
    (sign == sign_above_lo_ ? lo_ : hi_) = middle;
  }
}

// Where the polynomial a + b t changes its sign, the sign of *of_ tells on which side the time is.
template <class Number>
int AlgebraicTime<Number>::sign_of_linear(const Number& a, const Number& b) noexcept {
  if (b.sign() == 0) return a.sign();
  const int above_zero = b.sign();  // the sign of a + b t beyond its zero
  const Number top = above_zero < 0 ? a : -a, bottom = above_zero < 0 ? -b : b;
  if ((top - lo_ * bottom).sign() <= 0) return above_zero;
  if ((top - hi_ * bottom).sign() >= 0) return -above_zero;
  const int sign = sign_at(*of_, top, bottom);
  if (sign != 0) return sign == sign_above_lo_ ? above_zero : -above_zero;
  *this = fraction(top, bottom);
  return 0;
}

// A quadratic p divides f = *of_ with a remainder: k f = q p + r with q and r linear, k > 0. Where f is 0, p has the
// sign of -r q. Where q is 0 as well, the time is a fraction.
template <class Number>
int AlgebraicTime<Number>::sign(const Polynomial& p) noexcept {
  if (p.degree <= 0) return p.degree < 0 ? 0 : p.c[0].sign();
  if (of_ == nullptr) return sign_at(p, lo_, hi_);
  if (p.degree == 1) return sign_of_linear(p.c[0], p.c[1]);
  const Polynomial& f = *of_;
  const Number &p0 = p.c[0], &p1 = p.c[1], &p2 = p.c[2];
  if (f.degree == 2) {
    // f2 p = p2 f + r
    const Number& f2 = f.c[2];
    return f2.sign() * sign_of_linear(f2 * p0 - p2 * f.c[0], f2 * p1 - p2 * f.c[1]);
  }
  // p2 f = f3 t p + e, p2 e = e2 p + r
  const Number& f3 = f.c[3];
  const Number e2 = p2 * f.c[2] - f3 * p1, e1 = p2 * f.c[1] - f3 * p0, e0 = p2 * f.c[0];
  const int divisor = sign_of_linear(e2, p2 * f3);
  if (of_ == nullptr) return sign_at(p, lo_, hi_);
  return -divisor * sign_of_linear(p2 * e0 - e2 * p0, p2 * e1 - e2 * p1);
}

template <class Number>
void AlgebraicTime<Number>::bracket(double& lo, double& hi) noexcept {
  const Number enough = 0x1p-51;
  while (of_ != nullptr && (hi_ - lo_ - enough).sign() > 0) halve();
  const Number one = 1.0;
  const auto outward = [&](const Number& numerator, const Number& denominator, double toward) {
    const double value = quotient(numerator, denominator);
    const int beyond = (Number(value) * denominator - numerator).sign();
    return beyond == 0 || (beyond < 0) == (toward < 0.5) ? value : std::nextafter(value, toward);
  };
  lo = std::max(0.0, of_ != nullptr ? outward(lo_, one, 0) : outward(lo_, hi_, 0));
  hi = std::min(1.0, of_ != nullptr ? outward(hi_, one, 1) : outward(lo_, hi_, 1));
}

namespace {

template <class Number>
bool in_unit(const Number& numerator, const Number& denominator) {
  return numerator.sign() >= 0 && (denominator - numerator).sign() >= 0;
}

// Visits the fraction if it is in [0, 1]. The denominator is not 0.
template <class Number>
bool visit_fraction(const Number& numerator, const Number& denominator,
                    FunctionRef<bool(AlgebraicTime<Number>&)> visit) {
  const bool turn = denominator.sign() < 0;
  const Number top = turn ? -numerator : numerator, bottom = turn ? -denominator : denominator;
  if (!in_unit(top, bottom)) return false;
  AlgebraicTime<Number> time = AlgebraicTime<Number>::fraction(top, bottom);
  return visit(time);
}

// The roots in [0, 1] of a polynomial of degree 2 or 3 all of whose roots are simple. The variations of disjoint
// intervals, and the roots at their ends, add up to at most the degree: no more than that many wait.
template <class Number>
bool visit_simple_roots(const TimePolynomial<Number>& p, FunctionRef<bool(AlgebraicTime<Number>&)> visit) {
  struct Interval {
    Bernstein<Number> over;
    Number lo, hi;
  };
  const auto has_roots = [](const Bernstein<Number>& over) {  // or may have; the lower end left out
    return over.variations() > 0 || over.b[over.degree].sign() == 0;
  };
  Interval waiting[4];
  int count = 1;
  waiting[0].over = over_unit(p);
  waiting[0].lo = 0.0;
  waiting[0].hi = 1.0;
  if (waiting[0].over.b[0].sign() == 0 && visit_fraction<Number>(0.0, 1.0, visit)) return true;
  // Of simple roots no interval below the least distance between two, here and in the complex plane, has more than one
  // variation; that distance is at least 2 to the minus a few times the bits of the coefficients.
  while (count > 0) {
    Interval& at = waiting[count - 1];
    const int variations = at.over.variations();
    if (variations > 1) {
      const Number middle = (at.lo + at.hi) * Number(0.5);
      Interval first;
      first.over = split(at.over);
      first.lo = at.lo;
      first.hi = middle;
      at.lo = middle;
      if (!has_roots(at.over)) --count;
      if (has_roots(first.over)) waiting[count++] = first;
      continue;
    }
    if (variations == 1) {
      AlgebraicTime<Number> time = AlgebraicTime<Number>::root(p, at.lo, at.hi, at.over.first_sign());
      if (visit(time)) return true;
    }
    if (at.over.b[p.degree].sign() == 0 && visit_fraction<Number>(at.hi, 1.0, visit)) return true;
    --count;
  }
  return false;
}

template <class Number>
bool visit_cubic_roots(const TimePolynomial<Number>& p, FunctionRef<bool(AlgebraicTime<Number>&)> visit) {
  const Number &c0 = p.c[0], &c1 = p.c[1], &c2 = p.c[2], &c3 = p.c[3];
  // A multiple root is a root of the derivative, and of the remainder r1 t + r0 of p by it.
  const Number r1 = Number(6.0) * c1 * c3 - Number(2.0) * c2 * c2, r0 = Number(9.0) * c0 * c3 - c1 * c2;
  if (r1.sign() == 0 && r0.sign() == 0) return visit_fraction<Number>(-c2, Number(3.0) * c3, visit);
  if (r1.sign() != 0) {
    TimePolynomial<Number> derivative;
    derivative.c[0] = c1;
    derivative.c[1] = Number(2.0) * c2;
    derivative.c[2] = Number(3.0) * c3;
    derivative.degree = 2;
    const Number top = r1.sign() < 0 ? r0 : -r0, bottom = r1.sign() < 0 ? -r1 : r1;
    if (sign_at(derivative, top, bottom) == 0) {
      // Twice there, and once at -c2 / c3 less two times that.
      const Number other_top = Number(2.0) * c3 * r0 - c2 * r1, other_bottom = c3 * r1;
      const int side = (other_top * bottom - top * other_bottom).sign() * other_bottom.sign();
      if (side < 0)
        return visit_fraction<Number>(other_top, other_bottom, visit) || visit_fraction<Number>(top, bottom, visit);
      return visit_fraction<Number>(top, bottom, visit) || visit_fraction<Number>(other_top, other_bottom, visit);
    }
  }
  return visit_simple_roots(p, visit);
}

}  // namespace

template <class Number>
bool visit_roots(const TimePolynomial<Number>& p, FunctionRef<bool(AlgebraicTime<Number>&)> visit) {
  if (p.degree <= 0) return false;
  if (p.degree == 1) return visit_fraction<Number>(-p.c[0], p.c[1], visit);
  if (p.degree == 3) return visit_cubic_roots(p, visit);
  const int discriminant = (p.c[1] * p.c[1] - Number(4.0) * p.c[0] * p.c[2]).sign();
  if (discriminant < 0) return false;
  if (discriminant == 0) return visit_fraction<Number>(-p.c[1], Number(2.0) * p.c[2], visit);
  return visit_simple_roots(p, visit);
}

template struct TimePolynomial<DyadicOf<64>>;
template struct TimePolynomial<DyadicOf<832>>;
template class AlgebraicTime<DyadicOf<64>>;
template class AlgebraicTime<DyadicOf<832>>;
template bool visit_roots(const TimePolynomial<DyadicOf<64>>&, FunctionRef<bool(AlgebraicTime<DyadicOf<64>>&)>);
template bool visit_roots(const TimePolynomial<DyadicOf<832>>&, FunctionRef<bool(AlgebraicTime<DyadicOf<832>>&)>);

}  // namespace graze
