#include "narrow/posed_plane.h"

#include <algorithm>
#include <cmath>

#include "math/exact.h"

namespace graze {
namespace {

// At most 12 roundings on the way to a height, and as many in the magnitudes.
constexpr double rounding = 0x1p-48;
constexpr double tiny = 1e-290;  // more than underflow can do to a sum of a few products

Dyadic3 exact(Vec3 v) { return {Dyadic(v.x), Dyadic(v.y), Dyadic(v.z)}; }

Vec3 magnitude_of_cross(Vec3 a, Vec3 b) {
  const Vec3 p = abs(a), q = abs(b);
  return {p.y * q.z + p.z * q.y, p.z * q.x + p.x * q.z, p.x * q.y + p.y * q.x};
}

// The cofactors of the linear map times n.
template <class V, class Cross>
V carried(const V& c0, const V& c1, const V& c2, const V& n, const Cross& crossed) {
  const V x = crossed(c1, c2), y = crossed(c2, c0), z = crossed(c0, c1);
  return {x.x * n.x + y.x * n.y + z.x * n.z, x.y * n.x + y.y * n.y + z.y * n.z, x.z * n.x + y.z * n.y + z.z * n.z};
}

}  // namespace

PosedPlane::PosedPlane(const Shape::Data& halfspace, const Pose& pose, int orientation) noexcept
    : origin_(pose.translation) {
  const Vec3 &c0 = pose.linear.c0, &c1 = pose.linear.c1, &c2 = pose.linear.c2;
  const Dyadic3 x = exact(c0), y = exact(c1), z = exact(c2);
  exact_normal_ =
      carried(x, y, z, exact(halfspace.normal), [](const Dyadic3& a, const Dyadic3& b) { return cross(a, b); });
  exact_offset_ = dot(x, cross(y, z)) * Dyadic(halfspace.offset);
  if (orientation < 0) {
    exact_normal_ = {-exact_normal_.x, -exact_normal_.y, -exact_normal_.z};
    exact_offset_ = -exact_offset_;
  }
  const Dyadic one(1.0);
  normal_ = {quotient(exact_normal_.x, one), quotient(exact_normal_.y, one), quotient(exact_normal_.z, one)};
  offset_ = quotient(exact_offset_, one);
  magnitude_ = carried(abs(c0), abs(c1), abs(c2), abs(halfspace.normal), magnitude_of_cross) + Vec3{tiny, tiny, tiny};
  offset_magnitude_ = std::fabs(offset_) + tiny;
  // Its square may leave the doubles, and so may the vector; a power of two and the exact numbers do not.
  const Dyadic& most = [&]() -> const Dyadic& {
    const Vec3 size = abs(normal_);
    return size.x >= size.y && size.x >= size.z ? exact_normal_.x
           : size.y >= size.z                   ? exact_normal_.y
                                                : exact_normal_.z;
  }();
  const Vec3 shares = most.sign() == 0 ? Vec3{}
                                       : Vec3{quotient(exact_normal_.x, most), quotient(exact_normal_.y, most),
                                              quotient(exact_normal_.z, most)};
  const double scale = length(shares);
  normal_length_ = std::fabs(quotient(most, one)) * scale;
  unit_normal_ = shares * ((most.sign() < 0 ? -1 : 1) / scale);
}

Height PosedPlane::height(Vec3 point) const noexcept {
  const Vec3 from = point - origin_;
  return {dot(normal_, from) - offset_, (dot(magnitude_, abs(from)) + offset_magnitude_) * rounding};
}

double PosedPlane::lowest(Vec3 centre, const Vec3 (&half)[3], double slack) const noexcept {
  const Height at = height(centre);
  double reach = 0, size = slack;
  for (const Vec3& h : half) {
    reach += std::fabs(dot(normal_, h));
    size += (std::fabs(h.x) + std::fabs(h.y) + std::fabs(h.z)) * rounding;
  }
  return at.value - reach - at.error - (magnitude_.x + magnitude_.y + magnitude_.z) * size * 2;
}

Dyadic PosedPlane::exact_height(Vec3 point) const noexcept {
  count_exact();
  return dot(exact_normal_, exact_difference(point, origin_)) - exact_offset_;
}

bool PosedPlane::within(Vec3 point, double r, double s) const noexcept {
  const Height rounded = height(point);
  const double limit = (r + s) * normal_length_;
  if (rounded.value + rounded.error < limit * (1 - rounding)) return true;
  if (rounded.value - rounded.error > limit * (1 + rounding) + tiny) return false;
  const Dyadic value = exact_height(point);
  if (value.sign() <= 0) return true;
  const Dyadic length = Dyadic(r) + Dyadic(s);
  return (value * value - length * length * dot(exact_normal_, exact_normal_)).sign() <= 0;
}

}  // namespace graze
