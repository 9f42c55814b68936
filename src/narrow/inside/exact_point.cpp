#include "narrow/inside/exact_point.h"

#include <algorithm>
#include <limits>

#include "base/work.h"

namespace graze {
namespace {

template <class Number>
struct Vector {
  Number x, y, z;

  friend Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vector operator*(const Vector& a, const Number& s) { return {a.x * s, a.y * s, a.z * s}; }
};

template <class Number>
Vector<Number> cross(const Vector<Number>& a, const Vector<Number>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Number>
Number dot(const Vector<Number>& a, const Vector<Number>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Number>
Vector<Number> exact_minus(Vec3 p, Vec3 q) {
  return {Number(p.x) - Number(q.x), Number(p.y) - Number(q.y), Number(p.z) - Number(q.z)};
}
template <class Number>
Vector<Number> normal(const ExactPlane& plane) {
  return cross(exact_minus<Number>(plane.u.p, plane.u.q), exact_minus<Number>(plane.v.p, plane.v.q));
}

// An axis has two numbers that are 0 and one that is 1: no plane along one costs more than its degree says.
template <class Number>
int side_of(const ExactPoint::Homogeneous<Number>& p, const ExactPlane& plane);

bool same(const Difference& a, const Difference& b) { return a.p == b.p && a.q == b.q; }

// Spanned by the same two vectors.
bool same_span(const ExactPlane& plane, const Difference& u, const Difference& v) {
  return (same(plane.u, u) && same(plane.v, v)) || (same(plane.u, v) && same(plane.v, u));
}

}  // namespace

// The point is base + over / weight.
template <class Number>
struct ExactPoint::Homogeneous {
  Vec3 base;
  Vector<Number> over;
  Number weight;
};

namespace {

template <class Number>
int side_of(const ExactPoint::Homogeneous<Number>& p, const ExactPlane& plane) {
  const Number height = dot(normal<Number>(plane), exact_minus<Number>(p.base, plane.origin) * p.weight + p.over);
  return height.sign() * p.weight.sign();
}

}  // namespace

template <class Number>
ExactPoint::Homogeneous<Number> ExactPoint::homogeneous() const {
  if (kind_ == Kind::middle) return {p_, exact_minus<Number>(q_, p_) + exact_minus<Number>(r_, p_), Number(3.0)};
  const Vector<Number> first = normal<Number>(planes_[0]);
  if (kind_ == Kind::line) {
    const Vector<Number> way = exact_minus<Number>(q_, p_);
    return {p_, way * dot(first, exact_minus<Number>(planes_[0].origin, p_)), dot(first, way)};
  }
  const Vec3 base = planes_[0].origin;
  const Vector<Number> second = normal<Number>(planes_[1]), third = normal<Number>(planes_[2]);
  const Number height_2 = dot(second, exact_minus<Number>(planes_[1].origin, base));
  const Number height_3 = dot(third, exact_minus<Number>(planes_[2].origin, base));
  const Vector<Number> first_second = cross(first, second);
  return {base, cross(third, first) * height_2 + first_second * height_3, dot(first_second, third)};
}

ExactPoint::ExactPoint(Vec3 p, Vec3 q, const ExactPlane& plane) noexcept
    : kind_(Kind::line), p_(p), q_(q), planes_{plane, {}, {}} {
  round();
}

ExactPoint::ExactPoint(const ExactPlane& k, const ExactPlane& m, const ExactPlane& n) noexcept
    : kind_(Kind::planes), planes_{k, m, n} {
  round();
}

ExactPoint ExactPoint::middle_of(const Triangle& t) noexcept {
  ExactPoint result(t.a);
  result.kind_ = Kind::middle;
  result.q_ = t.b;
  result.r_ = t.c;
  result.round();
  return result;
}

void ExactPoint::round() noexcept {
  const Homogeneous<Bounded> h = homogeneous<Bounded>();
  const double weight = h.weight.value, least = std::fabs(weight) - h.weight.error;
  const double infinity = std::numeric_limits<double>::infinity();
  about_ = h.base;
  error_ = infinity;
  if (!(least > 0)) return;
  // |over/weight - value| <= (error of over + |quotient| * error of weight) / least weight, and the rounding of
  // quotient and sum.
  const Bounded over[3] = {h.over.x, h.over.y, h.over.z};
  double most = 0;
  for (int k = 0; k < 3; ++k) {
    const double quotient = over[k].value / weight;
    about_[k] = h.base[k] + quotient;
    const double off = (over[k].error + std::fabs(quotient) * h.weight.error) / least;
    most = std::max(most, (off + (std::fabs(quotient) + std::fabs(about_[k])) * 0x1p-51) * (1 + 0x1p-48) + 0x1p-1060);
    if (!(off < infinity) || !std::isfinite(about_[k])) most = infinity;
  }
  error_ = most;
  if (!is_finite(about_)) about_ = h.base;
}

int ExactPoint::side(const ExactPlane& plane) const {
  work::charge(4);
  if (kind_ == Kind::given) return sign_det3({p_, plane.origin}, plane.u, plane.v);
  // Most planes are far from the point: its rounded place tells.
  if (error_ < std::numeric_limits<double>::infinity()) {
    const Vector<Bounded> place{Bounded(about_.x, error_) - plane.origin.x, Bounded(about_.y, error_) - plane.origin.y,
                                Bounded(about_.z, error_) - plane.origin.z};
    if (const int sure = dot(normal<Bounded>(plane), place).sign(); sure != 0) return sure;
  }
  if (const int sure = side_of(homogeneous<Bounded>(), plane); sure != 0) return sure;
  count_exact();
  // One of the planes that make it.
  const int made_of = kind_ == Kind::line ? 1 : kind_ == Kind::planes ? 3 : 0;
  for (int i = 0; i < made_of; ++i)
    if (planes_[i].origin == plane.origin && same_span(planes_[i], plane.u, plane.v)) return 0;
  if (!exact_) exact_ = std::make_shared<const Homogeneous<Dyadic>>(homogeneous<Dyadic>());
  return side_of(*exact_, plane);
}

int ExactDirection::sign(const Difference& u, const Difference& v) const {
  work::charge(8);
  if (!crossed) return sign_det3(difference, u, v);
  const ExactPlane asked{{}, u, v};
  const auto product = [&]<class Number>(Number) {
    return dot(normal<Number>(asked), cross(normal<Number>(m), normal<Number>(n))).sign();
  };
  if (const int sure = product(Bounded()); sure != 0) return sure;
  count_exact();
  if (same_span(m, u, v) || same_span(n, u, v)) return 0;  // it is in both planes
  return product(Dyadic());
}

std::array<Bounded, 3> ExactDirection::rounded() const noexcept {
  const Vector<Bounded> v =
      crossed ? cross(normal<Bounded>(m), normal<Bounded>(n)) : exact_minus<Bounded>(difference.p, difference.q);
  return {v.x, v.y, v.z};
}

int Leave::sign(const Difference& u, const Difference& v) const {
  if (const int s = along.sign(u, v); s != 0) return s;
  if (const int s = sign_det3({face.b, face.a}, u, v); s != 0) return s * in_face;
  if (const int s = sign_det3({face.c, face.a}, u, v); s != 0) return s * in_face;
  return sign_det3({unit_axis[axis], {}}, u, v) * off_face;
}

LeaveSigns leave_signs(const ExactDirection& along, const FacePlane& on, const Difference& u, const Difference& v) {
  LeaveSigns result;
  if (result.sure = along.sign(u, v); result.sure != 0) return result;
  const Triangle& face = on.face;
  if (result.by_in_face = sign_det3({face.b, face.a}, u, v); result.by_in_face != 0) return result;
  if (result.by_in_face = sign_det3({face.c, face.a}, u, v); result.by_in_face != 0) return result;
  result.by_off_face = sign_det3({unit_axis[on.axis], {}}, u, v);
  return result;
}

}  // namespace graze
