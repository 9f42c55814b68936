// Poses from and to their parts, and what may be wrong with one.
#include <cmath>
#include <limits>
#include <string>

#include "base/compat.h"
#include "base/float_state.h"
#include "graze/error.h"
#include "graze/math.h"
#include "math/exact.h"
#include "math/posed_point.h"

namespace graze {
namespace {

std::string text(double value) {
  char buffer[32];
  return {buffer, write_double(buffer, buffer + sizeof buffer, value)};
}

double largest(Vec3 v) { return std::fmax(std::fmax(std::fabs(v.x), std::fabs(v.y)), std::fabs(v.z)); }

// |v| without overflow or harmful underflow: scaled by a power of two, which rounds nothing.
double safe_length(Vec3 v) {
  const double top = largest(v);
  if (top == 0 || !std::isfinite(top)) return top;
  const int exponent = std::ilogb(top);
  const auto scale = [&](double c) { return std::scalbn(c, -exponent); };
  return std::scalbn(length({scale(v.x), scale(v.y), scale(v.z)}), exponent);
}

void check(const Pose& pose) {
  switch (fault(pose)) {
    case PoseFault::none:
      return;
    case PoseFault::not_finite:
      throw Error("pose: every number must be finite");
    case PoseFault::singular:
      throw Error("pose: the linear part is singular (its determinant is 0)");
  }
}

// The inverse of a pose whose products leave the doubles: the columns are brought near 1 by powers of two first, which
// rounds nothing. A pose that is singular, or nearly so, comes back as it fares then.
Pose inverse_scaled(const Pose& pose, Pose (*inverse_of)(const Pose&) noexcept) noexcept {
  Pose near_one{pose.linear, {}};
  int exponent[3];
  bool changed = false;
  for (int k = 0; k < 3; ++k) {
    const double size = largest(pose.linear[k]);
    exponent[k] = size > 0 && std::isfinite(size) ? std::ilogb(size) : 0;
    changed = changed || exponent[k] != 0;
    for (int i = 0; i < 3; ++i) near_one.linear[k][i] = std::scalbn(pose.linear[k][i], -exponent[k]);
  }
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (!changed) return {{{nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}}, {nan, nan, nan}};
  Mat3 rows = transpose(inverse_of(near_one).linear);
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) rows[k][i] = std::scalbn(rows[k][i], -exponent[k]);
  const Mat3 linear = transpose(rows);
  return {linear, -(linear * pose.translation)};
}

Quat quaternion_of(const Mat3& r) {
  const double xx = r.at(0, 0), yy = r.at(1, 1), zz = r.at(2, 2);
  Quat q;
  // The largest of the four components is found first, so that nothing is divided by a small number.
  if (xx + yy + zz > 0) {
    const double s = std::sqrt(1 + xx + yy + zz) * 2;
    q = {(r.at(2, 1) - r.at(1, 2)) / s, (r.at(0, 2) - r.at(2, 0)) / s, (r.at(1, 0) - r.at(0, 1)) / s, s / 4};
  } else if (xx >= yy && xx >= zz) {
    const double s = std::sqrt(1 + xx - yy - zz) * 2;
    q = {s / 4, (r.at(0, 1) + r.at(1, 0)) / s, (r.at(0, 2) + r.at(2, 0)) / s, (r.at(2, 1) - r.at(1, 2)) / s};
  } else if (yy >= zz) {
    const double s = std::sqrt(1 + yy - xx - zz) * 2;
    q = {(r.at(0, 1) + r.at(1, 0)) / s, s / 4, (r.at(1, 2) + r.at(2, 1)) / s, (r.at(0, 2) - r.at(2, 0)) / s};
  } else {
    const double s = std::sqrt(1 + zz - xx - yy) * 2;
    q = {(r.at(0, 2) + r.at(2, 0)) / s, (r.at(1, 2) + r.at(2, 1)) / s, s / 4, (r.at(1, 0) - r.at(0, 1)) / s};
  }
  const double norm = std::sqrt(((q.x * q.x + q.y * q.y) + q.z * q.z) + q.w * q.w);
  return {q.x / norm, q.y / norm, q.z / norm, q.w / norm};
}

}  // namespace

Quat normalized(Quat q) {
  const FloatState standard;
  const double top = std::fmax(largest({q.x, q.y, q.z}), std::fabs(q.w));
  if (!(is_finite({q.x, q.y, q.z}) && std::isfinite(q.w)))
    throw Error("rotation: every number of a quaternion must be finite");
  if (top == 0) throw Error("rotation: the quaternion 0 0 0 0 is no rotation");
  // Scaled by a power of two first, so that no square leaves the doubles; what is lost below is below rounding.
  const int exponent = std::ilogb(top);
  const auto scaled = [exponent](double c) { return std::scalbn(c, -exponent); };
  const double x = scaled(q.x), y = scaled(q.y), z = scaled(q.z), w = scaled(q.w);
  const double norm = std::sqrt(((x * x + y * y) + z * z) + w * w);
  return {x / norm, y / norm, z / norm, w / norm};
}

Mat3 to_matrix(Quat q) {
  const FloatState standard;
  const double norm = std::sqrt(((q.x * q.x + q.y * q.y) + q.z * q.z) + q.w * q.w);
  if (!(std::fabs(norm - 1) <= 1e-6))
    throw Error("rotation: a unit quaternion [x, y, z, w] is needed, this one has length " + text(norm) +
                "; in C++ normalized() makes it one");
  const double x = q.x / norm, y = q.y / norm, z = q.z / norm, w = q.w / norm;
  return {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
          {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
          {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
}

Vec3 operator*(const Pose& pose, Vec3 p) noexcept {
  const FloatState standard;
  return posed(pose, p);
}

Pose operator*(const Pose& outer, const Pose& inner) {
  const FloatState standard;
  return {outer.linear * inner.linear, outer * inner.translation};
}

Pose make_pose(Vec3 translation, Quat rotation, Vec3 scale) {
  const FloatState standard;
  if (!is_finite(translation)) throw Error("pose: the translation must be finite");
  if (!is_finite(scale)) throw Error("pose: the scale must be finite");
  if (scale.x == 0 || scale.y == 0 || scale.z == 0)
    throw Error("pose: a scale of 0 makes the pose singular; every factor must be non-zero");
  const Mat3 r = to_matrix(rotation);
  const Pose pose{{r.c0 * scale.x, r.c1 * scale.y, r.c2 * scale.z}, translation};
  check(pose);
  return pose;
}

Pose make_pose_normalized(Vec3 translation, Quat rotation, Vec3 scale) {
  return make_pose(translation, normalized(rotation), scale);
}

Pose pose_from_matrix(const std::array<std::array<double, 4>, 4>& rows) {
  const FloatState standard;
  if (rows[3] != std::array<double, 4>{0, 0, 0, 1}) throw Error("pose: the last row of the matrix must be 0 0 0 1");
  const auto column = [&](std::size_t j) { return Vec3{rows[0][j], rows[1][j], rows[2][j]}; };
  const Pose pose{{column(0), column(1), column(2)}, column(3)};
  check(pose);
  return pose;
}

PoseFault fault(const Pose& pose) noexcept {
  const FloatState standard;
  if (!is_finite(pose.linear.c0) || !is_finite(pose.linear.c1) || !is_finite(pose.linear.c2) ||
      !is_finite(pose.translation))
    return PoseFault::not_finite;
  return determinant_sign(pose.linear) == 0 ? PoseFault::singular : PoseFault::none;
}

int determinant_sign(const Mat3& m) noexcept {
  const FloatState standard;
  return sign_det3({m.c0, {}}, {m.c1, {}}, {m.c2, {}});
}

Pose inverse(const Pose& pose) noexcept {
  const FloatState standard;
  const Mat3& m = pose.linear;
  const Vec3 r0 = cross(m.c1, m.c2), r1 = cross(m.c2, m.c0), r2 = cross(m.c0, m.c1);
  const double determinant = dot(m.c0, r0);
  if (!(std::fabs(determinant) > 1e-200 && std::fabs(determinant) < 1e200)) return inverse_scaled(pose, inverse);
  const double scale = 1 / determinant;
  const Mat3 linear = transpose({r0 * scale, r1 * scale, r2 * scale});
  return {linear, -(linear * pose.translation)};
}

Pose inverse_trs(const Pose& pose) noexcept {
  const FloatState standard;
  const Mat3& m = pose.linear;
  const double x = dot(m.c0, m.c0), y = dot(m.c1, m.c1), z = dot(m.c2, m.c2);
  const auto ordinary = [](double sq) { return sq > 1e-200 && sq < 1e200; };
  if (!(ordinary(x) && ordinary(y) && ordinary(z))) return inverse_scaled(pose, inverse_trs);
  const Vec3 r0 = m.c0 * (1 / x), r1 = m.c1 * (1 / y), r2 = m.c2 * (1 / z), t = pose.translation;
  const Vec3 c0{r0.x, r1.x, r2.x}, c1{r0.y, r1.y, r2.y}, c2{r0.z, r1.z, r2.z};
  return {{c0, c1, c2}, -((c0 * t.x + c1 * t.y) + c2 * t.z)};
}

Decomposition decompose(const Pose& pose) {
  const FloatState standard;
  check(pose);
  Vec3 scale;
  Mat3 unit;
  for (int i = 0; i < 3; ++i) {
    // Twice, so that a column far from unit length is divided by a number of its own size without overflow.
    const Vec3 column = pose.linear[i];
    const double norm = safe_length(column);
    const int exponent = std::ilogb(norm);
    const double rest = std::scalbn(norm, -exponent);
    scale[i] = norm;
    unit[i] = {std::scalbn(column.x, -exponent) / rest, std::scalbn(column.y, -exponent) / rest,
               std::scalbn(column.z, -exponent) / rest};
  }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (std::fabs(dot(unit[i], unit[j])) > 1e-9)
      throw Error("decompose: the pose has shear: columns " + std::to_string(i) + " and " + std::to_string(j) +
                  " are not perpendicular, so it is not translation * rotation * scale");
  }
  if (determinant_sign(pose.linear) < 0) {
    scale.x = -scale.x;
    unit.c0 = -unit.c0;
  }
  return {pose.translation, quaternion_of(unit), scale};
}

}  // namespace graze
