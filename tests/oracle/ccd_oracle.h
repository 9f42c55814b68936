// Four points on straight paths by rational arithmetic: a vertex and a triangle, or two edges. Roots are counted by
// Sturm's theorem, signs at them by Tarski's; the conditions are barycentric ones of the points themselves.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "tests/oracle/rational.h"

namespace graze::oracle {

using Polynomial = std::vector<Rational>;  // from the constant up, no zeros at the end

inline void trim(Polynomial& p) {
  while (!p.empty() && sgn(p.back()) == 0) p.pop_back();
}
inline Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial sum(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < a.size(); ++i) sum[i] += a[i];
  for (std::size_t i = 0; i < b.size(); ++i) sum[i] += b[i];
  trim(sum);
  return sum;
}
inline Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  if (a.empty() || b.empty()) return {};
  Polynomial product(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
  trim(product);
  return product;
}
inline Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + Polynomial{Rational(-1)} * b; }
inline Polynomial derivative(const Polynomial& p) {
  Polynomial result;
  for (std::size_t i = 1; i < p.size(); ++i) result.push_back(p[i] * static_cast<unsigned long>(i));
  trim(result);
  return result;
}
inline Polynomial remainder(Polynomial a, const Polynomial& b) {
  while (a.size() >= b.size()) {
    const Rational factor = a.back() / b.back();
    const std::size_t shift = a.size() - b.size();
    for (std::size_t i = 0; i < b.size(); ++i) a[i + shift] -= factor * b[i];
    trim(a);
  }
  return a;
}
inline Polynomial quotient(Polynomial a, const Polynomial& b) {
  Polynomial result(a.size() >= b.size() ? a.size() - b.size() + 1 : 0);
  while (a.size() >= b.size()) {
    const std::size_t shift = a.size() - b.size();
    result[shift] = a.back() / b.back();
    for (std::size_t i = 0; i < b.size(); ++i) a[i + shift] -= result[shift] * b[i];
    trim(a);
  }
  return result;
}
inline Polynomial gcd(Polynomial a, Polynomial b) {
  while (!b.empty()) {
    Polynomial rest = remainder(a, b);
    a = std::move(b);
    b = std::move(rest);
  }
  return a;
}
inline Rational at(const Polynomial& p, const Rational& t) {
  Rational value = 0;
  for (std::size_t i = p.size(); i-- > 0;) value = value * t + p[i];
  return value;
}
inline int variations(const std::vector<Polynomial>& chain, const Rational& t) {
  int count = 0, last = 0;
  for (const Polynomial& p : chain) {
    const int sign = sgn(at(p, t));
    if (sign == 0) continue;
    if (last != 0 && sign != last) ++count;
    last = sign;
  }
  return count;
}
inline std::vector<Polynomial> chain(const Polynomial& f, const Polynomial& g) {
  std::vector<Polynomial> result{f};
  Polynomial next = g;
  while (!next.empty()) {
    result.push_back(next);
    next = Polynomial{} - remainder(result[result.size() - 2], next);
  }
  return result;
}
// The sum over the roots of f in (lo, hi) of the sign of g; lo and hi are no roots of f.
inline int tarski(const Polynomial& f, const Polynomial& g, const Rational& lo, const Rational& hi) {
  const std::vector<Polynomial> sequence = chain(f, derivative(f) * g);
  return variations(sequence, lo) - variations(sequence, hi);
}

// A root of `of`, the only one in (lo, hi).
struct Root {
  Polynomial of;
  Rational lo, hi;

  int sign(const Polynomial& g) const { return g.empty() ? 0 : tarski(of, g, lo, hi); }
};

// The roots in [0, 1], each in an interval shorter than `width`.
inline std::vector<Root> roots(const Polynomial& p, const Rational& width) {
  const Polynomial f = p.size() < 2 ? p : quotient(p, gcd(p, derivative(p)));
  std::vector<Root> found;
  if (f.size() < 2) return found;
  const std::vector<Polynomial> sturm = chain(f, derivative(f));
  // Ends that are no roots: a little beyond 0 and 1, and cut where nothing is hit.
  struct Interval {
    Rational lo, hi;
  };
  const auto off_root = [&](Rational t, const Rational& step) {
    for (Rational s = step; sgn(at(f, t)) == 0; s /= 3) t += s;
    return t;
  };
  const Rational epsilon(1, 1000003);
  // Roots outside [0, 1] between the ends are left out below by their sign.
  std::vector<Interval> waiting{{off_root(-epsilon, -epsilon / 7), off_root(1 + epsilon, epsilon / 7)}};
  while (!waiting.empty()) {
    const Interval at_hand = waiting.back();
    waiting.pop_back();
    const int count = variations(sturm, at_hand.lo) - variations(sturm, at_hand.hi);
    if (count == 0) continue;
    if (count == 1 && at_hand.hi - at_hand.lo < width) {
      const Root root{f, at_hand.lo, at_hand.hi};
      if (root.sign({Rational(0), Rational(1)}) >= 0 && root.sign({Rational(-1), Rational(1)}) <= 0)
        found.push_back(root);
      continue;
    }
    const Rational length = at_hand.hi - at_hand.lo;
    const Rational middle = off_root((at_hand.lo + at_hand.hi) / 2, length / 1000);
    waiting.push_back({middle, at_hand.hi});
    waiting.push_back({at_hand.lo, middle});
  }
  return found;
}

struct CcdAnswer {
  bool hit = false;
  bool always_coplanar = false;
  Rational lo, hi;  // around the first contact
};

class CcdOracle {
 public:
  CcdOracle(bool edges, const std::array<Vec3, 4>& at_0, const std::array<Vec3, 4>& at_1) : edges_(edges) {
    for (std::size_t i = 0; i < 4; ++i)
      for (int k = 0; k < 3; ++k) {
        point_[i][static_cast<std::size_t>(k)] = {exact(at_0[i][k]), exact(at_1[i][k]) - exact(at_0[i][k])};
        trim(point_[i][static_cast<std::size_t>(k)]);
      }
  }

  // Paths of any degree; all four may be scaled by a common factor above 0. `divisor` is a polynomial above 0 that
  // divides the volume of the four.
  using PointPath = std::array<Polynomial, 3>;
  CcdOracle(bool edges, const std::array<PointPath, 4>& points, Polynomial divisor)
      : edges_(edges), point_(points), divisor_(std::move(divisor)) {}

  // Contact that begins after `before` is of no interest.
  CcdAnswer answer(const Rational& width, const Rational* before = nullptr) const {
    CcdAnswer result;
    const Path p = minus(1, 0), q = minus(2, 0), r = minus(3, 0);
    Polynomial volume = dot(p, cross(q, r));
    if (divisor_.size() > 1) volume = quotient(volume, divisor_);
    result.always_coplanar = volume.empty();
    std::vector<Root> times;
    if (!volume.empty()) {
      times = roots(volume, width);
    } else {
      // Whatever can change, changes at a root of one of these; besides, the start.
      times.push_back({{Rational(0), Rational(1)}, Rational(-1, 1000000), Rational(1, 1000000)});
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j)
          for (std::size_t k = 0; k < 4; ++k) {
            if (i == j || i == k || j == k) continue;
            const Path area = cross(minus(j, i), minus(k, i));
            for (const Polynomial& c : area)
              for (Root& root : roots(c, width)) times.push_back(std::move(root));
            for (Root& root : roots(dot(minus(j, i), minus(k, i)), width)) times.push_back(std::move(root));
          }
    }
    for (const Root& time : times) {
      if (before != nullptr && time.lo > *before) continue;
      if (!(edges_ ? edges_meet(time) : in_triangle(time))) continue;
      if (!result.hit || time.lo < result.lo) result.lo = time.lo;
      if (!result.hit || time.hi < result.hi) result.hi = time.hi;
      result.hit = true;
    }
    return result;
  }

 private:
  using Path = PointPath;

  Path minus(std::size_t a, std::size_t b) const {
    return {point_[a][0] - point_[b][0], point_[a][1] - point_[b][1], point_[a][2] - point_[b][2]};
  }
  static Path cross(const Path& a, const Path& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
  static Polynomial dot(const Path& a, const Path& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
  static bool is_zero(const Root& time, const Path& v) {
    return time.sign(v[0]) == 0 && time.sign(v[1]) == 0 && time.sign(v[2]) == 0;
  }

  bool on_segment(const Root& time, std::size_t v, std::size_t a, std::size_t b) const {
    return is_zero(time, cross(minus(a, v), minus(b, v))) && time.sign(dot(minus(a, v), minus(b, v))) <= 0;
  }
  // Given that the four are in one plane. By the normal n of the triangle: n . ((a-v) x (b-v)) are the areas.
  bool in_triangle(const Root& time) const {
    const Path n = cross(minus(2, 1), minus(3, 1));
    if (is_zero(time, n)) return on_segment(time, 0, 1, 2) || on_segment(time, 0, 2, 3) || on_segment(time, 0, 3, 1);
    for (std::size_t i = 1; i <= 3; ++i) {
      const std::size_t j = i % 3 + 1;
      if (time.sign(dot(n, cross(minus(i, 0), minus(j, 0)))) < 0) return false;
    }
    return true;
  }
  bool edges_meet(const Root& time) const {
    const Path n = cross(minus(1, 0), minus(3, 2));
    if (is_zero(time, n))
      return on_segment(time, 0, 2, 3) || on_segment(time, 1, 2, 3) || on_segment(time, 2, 0, 1) ||
             on_segment(time, 3, 0, 1);
    const auto side = [&](std::size_t a, std::size_t b, std::size_t p) {
      return time.sign(dot(n, cross(minus(b, a), minus(p, a))));
    };
    return side(0, 1, 2) * side(0, 1, 3) <= 0 && side(2, 3, 0) * side(2, 3, 1) <= 0;
  }

  bool edges_;
  std::array<std::array<Polynomial, 3>, 4> point_;
  Polynomial divisor_;
};

}  // namespace graze::oracle
