#include "motion/exact_rotation.h"

#include <algorithm>
#include <cmath>

#include "math/exact.h"
#include "motion/exact_hull.h"

namespace graze {
namespace {

using Number = DyadicOf<832>;

struct Vector {
  Number x[3];

  Vector() = default;
  explicit Vector(Vec3 v) : x{Number(v.x), Number(v.y), Number(v.z)} {}
};
Vector operator+(const Vector& a, const Vector& b) {
  Vector result;
  for (int k = 0; k < 3; ++k) result.x[k] = a.x[k] + b.x[k];
  return result;
}
Vector operator-(const Vector& a, const Vector& b) {
  Vector result;
  for (int k = 0; k < 3; ++k) result.x[k] = a.x[k] - b.x[k];
  return result;
}
Vector operator*(const Vector& a, const Number& s) {
  Vector result;
  for (int k = 0; k < 3; ++k) result.x[k] = a.x[k] * s;
  return result;
}
Number dot(const Vector& a, const Vector& b) { return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2]; }
Vector cross(const Vector& a, const Vector& b) {
  Vector result;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    result.x[k] = a.x[i] * b.x[j] - a.x[j] * b.x[i];
  }
  return result;
}

// A vector whose coordinates are quadratics in r.
struct TurningVector {
  Vector c[3];
};

using Polynomial = TimePolynomial<Number>;

// The turn, from r = start over a length of r.
class ExactTurn {
 public:
  ExactTurn(Vec3 axis, bool half_turned, double start, double length)
      : axis_(axis), square_(dot(axis_, axis_)), half_turned_(half_turned), start_(start), length_(length) {}

  // w R y
  TurningVector turned(const Vector& y) const {
    const Vector z = half_turned_ ? turned_half(y) : y;
    return {{z, cross(axis_, z) * Number(2.0), turned_half(z)}};
  }
  // w x, with the factor that half a turn has.
  TurningVector standing(const Vector& x) const {
    const Vector z = half_turned_ ? x * square_ : x;
    return {{z, Vector(), z * square_}};
  }
  TurningVector standing_or_turned(const Vector& y, bool turns) const { return turns ? turned(y) : standing(y); }

  // The polynomial in s of the coordinate, r = start + length s.
  Polynomial in_time(const Number& c0, const Number& c1, const Number& c2) const {
    Polynomial p;
    p.c[0] = c0 + (c1 + c2 * start_) * start_;
    p.c[1] = (c1 + Number(2.0) * c2 * start_) * length_;
    p.c[2] = c2 * length_ * length_;
    p.find_degree();
    return p;
  }
  Polynomial coordinate(const TurningVector& v, int k) const { return in_time(v.c[0].x[k], v.c[1].x[k], v.c[2].x[k]); }

 private:
  Vector turned_half(const Vector& y) const { return axis_ * (Number(2.0) * dot(axis_, y)) - y * square_; }

  Vector axis_;
  Number square_;
  bool half_turned_;
  Number start_, length_;
};

TurningVector operator+(const TurningVector& a, const TurningVector& b) {
  return {{a.c[0] + b.c[0], a.c[1] + b.c[1], a.c[2] + b.c[2]}};
}
TurningVector cross(const TurningVector& a, const Vector& b) {
  return {{cross(a.c[0], b), cross(a.c[1], b), cross(a.c[2], b)}};
}
// One coordinate: a product with a standing vector.
struct TurningNumber {
  Number c[3];
};
TurningNumber dot(const TurningVector& a, const Vector& b) {
  return {{dot(a.c[0], b), dot(a.c[1], b), dot(a.c[2], b)}};
}
TurningNumber operator+(const TurningNumber& a, const TurningNumber& b) {
  return {{a.c[0] + b.c[0], a.c[1] + b.c[1], a.c[2] + b.c[2]}};
}
TurningNumber operator-(const TurningNumber& a) { return {{-a.c[0], -a.c[1], -a.c[2]}}; }

// The points relative to the origin of the turn: a vertex v and a face c, of which one turns. Corners c_i - v.
class VertexFace {
 public:
  VertexFace(const ExactTurn& turn, const Vector& v, const Vector* c, bool vertex_turns)
      : turn_(turn), v_(v), c_(c), vertex_turns_(vertex_turns) {}

  int edges() const { return 3; }
  // det(c) - v . (c0 x c1 + c1 x c2 + c2 x c0)
  Polynomial volume() const {
    const Vector normal = cross(c_[0], c_[1]) + cross(c_[1], c_[2]) + cross(c_[2], c_[0]);
    return as_time(constant(dot(c_[0], cross(c_[1], c_[2]))) + -product_of(v_, normal));
  }
  // c_i x c_j + (c_j - c_i) x v
  Polynomial area(int i, int k) const {
    const Vector &from = c_[i], &to = c_[i == 2 ? 0 : i + 1];
    const TurningVector own = turn_.standing_or_turned(cross(from, to), !vertex_turns_);
    const TurningVector moment =
        vertex_turns_ ? cross(turn_.turned(v_), from - to) : cross(turn_.turned(to - from), v_);
    return turn_.coordinate(own + moment, k);
  }
  // c_i . c_j - (c_i + c_j) . v + v . v
  Polynomial product(int i) const {
    const Vector &from = c_[i], &to = c_[i == 2 ? 0 : i + 1];
    return as_time(constant(dot(from, to) + dot(v_, v_)) + -product_of(v_, from + to));
  }

 private:
  TurningNumber constant(const Number& value) const {
    Vector one;
    one.x[0] = Number(1.0);
    Vector scaled;
    scaled.x[0] = value;
    return dot(turn_.standing(scaled), one);
  }
  // Of a vector of the vertex's side and one of the face's.
  TurningNumber product_of(const Vector& of_vertex, const Vector& of_face) const {
    return vertex_turns_ ? dot(turn_.turned(of_vertex), of_face) : dot(turn_.turned(of_face), of_vertex);
  }
  Polynomial as_time(const TurningNumber& n) const { return turn_.in_time(n.c[0], n.c[1], n.c[2]); }

  const ExactTurn& turn_;
  const Vector& v_;
  const Vector* c_;
  bool vertex_turns_;
};

// Edge a turns, edge b stands. Corners a0 - b0, a1 - b0, a1 - b1, a0 - b1.
class EdgeEdge {
 public:
  EdgeEdge(const ExactTurn& turn, const Vector& a0, const Vector& a1, const Vector& b0, const Vector& b1)
      : turn_(turn), a0_(a0), a1_(a1), b0_(b0), b1_(b1) {}

  int edges() const { return 4; }
  // -(a0 x a1) . (b1 - b0) - (a1 - a0) . (b0 x b1)
  Polynomial volume() const {
    return as_time(-(dot(turn_.turned(cross(a0_, a1_)), b1_ - b0_) + dot(turn_.turned(a1_ - a0_), cross(b0_, b1_))));
  }
  // With a common end q of b: a x a' + (a' - a) x q; with a common end p of a: b x b' + p x (b - b').
  Polynomial area(int i, int k) const {
    if (i % 2 == 0) {
      const Vector &from = i == 0 ? a0_ : a1_, &to = i == 0 ? a1_ : a0_, &common = i == 0 ? b0_ : b1_;
      return turn_.coordinate(turn_.turned(cross(from, to)) + cross(turn_.turned(to - from), common), k);
    }
    const Vector &from = i == 1 ? b0_ : b1_, &to = i == 1 ? b1_ : b0_, &common = i == 1 ? a1_ : a0_;
    return turn_.coordinate(turn_.standing(cross(from, to)) + cross(turn_.turned(common), from - to), k);
  }
  // With a common end q: a . a' - (a + a') . q + q . q.
  Polynomial product(int i) const {
    const bool common_stands = i % 2 == 0;
    const Vector& common = i == 0 ? b0_ : i == 2 ? b1_ : i == 1 ? a1_ : a0_;
    const Vector &from = common_stands ? a0_ : b0_, &to = common_stands ? a1_ : b1_;
    const TurningNumber mixed =
        common_stands ? dot(turn_.turned(from + to), common) : dot(turn_.turned(common), from + to);
    Vector one, constant;
    one.x[0] = Number(1.0);
    constant.x[0] = dot(from, to) + dot(common, common);
    return as_time(dot(turn_.standing(constant), one) + -mixed);
  }

 private:
  Polynomial as_time(const TurningNumber& n) const { return turn_.in_time(n.c[0], n.c[1], n.c[2]); }

  const ExactTurn& turn_;
  const Vector &a0_, &a1_, &b0_, &b1_;
};

// r at times, and times around an r.
class TurnScale {
 public:
  TurnScale(double angle, double axis_length, double near)
      : angle_(std::fabs(angle)),
        inverse_(1 / axis_length),
        half_turned_(std::fabs(half_turn(angle_ * near).cosine) < 0.5) {}

  bool half_turned() const { return half_turned_; }
  double at(double time) const {
    const HalfTurn half = half_turn(angle_ * time);
    return (half_turned_ ? -half.cosine / half.sine : half.sine / half.cosine) * inverse_;
  }
  double error(double r) const { return (std::fabs(r) + inverse_) * 0x1p-46; }

  // The last time found, not before `from`, at which r is below the given one for sure; `from` where there is none.
  double before(double r, double guess, double from) const {
    for (double back = 0; back < 0x1p-20; back = back == 0 ? 0x1p-53 : 2 * back) {
      const double time = guess - back, value = at(time);
      if (time <= from) break;
      if (value + error(value) <= r) return time;
    }
    return from;
  }
  // A time at which r is above the given one for sure; above 1 where there is none.
  double after(double r, double guess) const {
    for (double on = 0; on < 0x1p-20; on = on == 0 ? 0x1p-53 : 2 * on) {
      const double time = guess + on;
      if (time > 1) break;
      const double value = at(time);
      if (value - error(value) >= r) return time;
    }
    return 2;
  }

 private:
  double angle_, inverse_;
  bool half_turned_;
};

}  // namespace

TurnedContact exact_turned_contact(const Triangle& turning, const Path& path, Vec3 axis, const Triangle& standing,
                                   double from, double to) {
  TurnedContact result;
  const double size = length(axis);
  if (path.before != Vec3{} || path.shift != Vec3{} || path.velocity != Vec3{} || path.turned != 0 || path.angle == 0)
    return result;
  if (!(size > 0x1p-200 && size < 0x1p200)) return result;
  const TurnScale scale(path.angle, size, from);
  const double begin = scale.at(from), end = scale.at(to);
  const double start = begin - scale.error(begin);
  const double length = std::nextafter((end + scale.error(end)) - start, 2 * std::fabs(end) + 1e300);
  if (!(std::isfinite(start) && length > 0 && length < 0x1p200)) return result;
  result.known = true;

  count_exact();
  const ExactTurn turn(path.angle < 0 ? -axis : axis, scale.half_turned(), start, length);
  const Vector origin(path.origin);
  Vector a[3], b[3];
  const Vec3 corners_a[3] = {turning.a, turning.b, turning.c}, corners_b[3] = {standing.a, standing.b, standing.c};
  for (int i = 0; i < 3; ++i) {
    a[i] = Vector(corners_a[i]) - origin;
    b[i] = Vector(corners_b[i]) - origin;
  }
  ContactTime first;
  const auto see = [&](const ContactTime& found) {
    if (!found.hit) return;
    first.lo = first.hit ? std::min(first.lo, found.lo) : found.lo;
    first.hi = first.hit ? std::min(first.hi, found.hi) : found.hi;
    first.hit = true;
  };
  for (int i = 0; i < 3; ++i) {
    see(first_contact<Number>(VertexFace(turn, a[i], b, true)));
    see(first_contact<Number>(VertexFace(turn, b[i], a, false)));
    for (int j = 0; j < 3; ++j) see(first_contact<Number>(EdgeEdge(turn, a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3])));
  }
  if (!first.hit) return result;
  result.hit = true;
  const auto guess = [&](double s) { return from + (to - from) * s; };
  // The sums round by less than 4u of their terms.
  const double rounding = (std::fabs(start) + length) * 0x1p-51;
  result.lo = scale.before((start + length * first.lo) - rounding, guess(first.lo), from);
  result.hi = scale.after((start + length * first.hi) + rounding, guess(first.hi));
  return result;
}

}  // namespace graze
