#include "narrow/body/posed_plane.h"

#include <algorithm>
#include <cmath>

#include "math/exact.h"
#include "math/norms.h"

namespace graze {
namespace {

// At most 14 roundings on the way to a height, and as many in the magnitudes.
constexpr double rounding = 0x1p-48;
constexpr double tiny = 0x1p-1010;  // times `rounding` more than underflow can do to a sum of a few products

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

// A plane is the same for a map times 2^-map and an offset times 2^map, and for both normal and offset times 2^-normal.
// Lengths of the given numbers are far from the ends of the doubles then, and so are their products.
struct PlaneScale {
  int map, normal;
};

int exponent_of(double most) {
  if (most >= 0x1p-30 && most <= 0x1p30) return 0;
  return std::clamp(std::ilogb(most), -1000, 1000);
}

PlaneScale scale_of(const ShapeData& halfspace, const Mat3& m) {
  return {exponent_of(std::max({largest(m.c0), largest(m.c1), largest(m.c2)})), exponent_of(largest(halfspace.normal))};
}

Vec3 times_power(Vec3 v, int exponent) {
  if (exponent == 0) return v;
  return {std::scalbn(v.x, exponent), std::scalbn(v.y, exponent), std::scalbn(v.z, exponent)};
}

}  // namespace

RoundedPlane::RoundedPlane(const ShapeData& halfspace, const Pose& pose, int orientation) noexcept
    : origin(pose.translation) {
  const PlaneScale scale = scale_of(halfspace, pose.linear);
  const Mat3& m = pose.linear;
  const Vec3 c0 = times_power(m.c0, -scale.map), c1 = times_power(m.c1, -scale.map), c2 = times_power(m.c2, -scale.map),
             n = times_power(halfspace.normal, -scale.normal);
  const double d =
      scale.map == scale.normal ? halfspace.offset : std::scalbn(halfspace.offset, scale.map - scale.normal);
  const double sign = orientation < 0 ? -1 : 1;
  const Vec3 cofactors = magnitude_of_cross(c1, c2);
  normal = carried(c0, c1, c2, n, [](Vec3 a, Vec3 b) { return cross(a, b); }) * sign;
  offset = dot(c0, cross(c1, c2)) * (d * sign);
  magnitude = carried(abs(c0), abs(c1), abs(c2), abs(n), magnitude_of_cross) + Vec3{tiny, tiny, tiny};
  offset_magnitude = dot(abs(c0), cofactors) * std::fabs(d) + tiny;
}

PosedPlane::PosedPlane(const ShapeData& halfspace, const Pose& pose, int orientation) noexcept
    : rounded_(halfspace, pose, orientation) {
  const Vec3 &c0 = pose.linear.c0, &c1 = pose.linear.c1, &c2 = pose.linear.c2;
  const Dyadic3 x = exact_vector(c0), y = exact_vector(c1), z = exact_vector(c2);
  exact_normal_ =
      carried(x, y, z, exact_vector(halfspace.normal), [](const Dyadic3& a, const Dyadic3& b) { return cross(a, b); });
  exact_offset_ = dot(x, cross(y, z)) * Dyadic(halfspace.offset);
  if (orientation < 0) {
    exact_normal_ = -exact_normal_;
    exact_offset_ = -exact_offset_;
  }
  if (const PlaneScale scale = scale_of(halfspace, pose.linear); scale.map != 0 || scale.normal != 0) {
    const Dyadic map(std::scalbn(1.0, -scale.map)), unit = map * map * Dyadic(std::scalbn(1.0, -scale.normal));
    exact_normal_ = {exact_normal_.x * unit, exact_normal_.y * unit, exact_normal_.z * unit};
    exact_offset_ = exact_offset_ * unit;
  }
  const Dyadic one(1.0);
  rounded_.normal = quotient(exact_normal_, one);
  rounded_.offset = quotient(exact_offset_, one);
  rounded_.offset_magnitude = std::fabs(rounded_.offset) + tiny;
  // Its square may leave the doubles, and so may the vector; fractions of the exact numbers do not.
  const Dyadic most = largest_of(exact_normal_);
  const Vec3 shares = quotient(exact_normal_, most);
  const double scale = length(shares);
  normal_length_ = quotient(most, one) * scale;
  unit_normal_ = shares * (1 / scale);
}

Height RoundedPlane::height(Vec3 point) const noexcept {
  const Vec3 from = point - origin;
  return {dot(normal, from) - offset, (dot(magnitude, abs(from)) + offset_magnitude) * rounding};
}

Dyadic PosedPlane::exact_height(Vec3 point) const noexcept {
  count_exact();
  return dot(exact_normal_, exact_difference(point, rounded_.origin)) - exact_offset_;
}

Dyadic PosedPlane::exact_climb(Vec3 p, Vec3 q) const noexcept { return dot(exact_normal_, exact_difference(p, q)); }

bool PosedPlane::in_range(const ShapeData& halfspace, const Pose& pose) noexcept {
  return in_range(halfspace.normal) && in_range(halfspace.offset) && in_range(pose.linear.c0) &&
         in_range(pose.linear.c1) && in_range(pose.linear.c2) && in_range(pose.translation);
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
