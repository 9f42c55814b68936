// One body seen from the frame of another, in float with bounds: what pairs of oriented boxes are compared by.
//
// y_a = R y_b + T, where both are in the frames of their trees. With r the largest sum of magnitudes in a row of R, t
// the largest magnitude in T, u = 2^-24; boxes have centres and half sides of at most 2, their axes are unit and
// perpendicular up to 4u.
// - T is found in double; while nothing of what it is added up from exceeds 2^20 in the frame of a, it is off by less
//   than 2^-30, and a posed corner by less than that: u/32 together.
// - A corner of b carried over by R and T in float is off by 6r u + 4t u + u/32: `off` is (7r + 5t + 2) u, which holds
//   for the corners of a, too.
// - The difference of two centres, at most m = 2r + t + 2, is off by (12r + 5t + 2.1) u; along an axis of a by
//   (35r + 16t + 18) u. An axis of b along one of a, an entry of C, is off by 22r u. Along an axis of a the radii of
//   both boxes are off by fewer than (150r + 32) u: `slack_axis` is (200r + 20t + 64) u.
// - Along an axis of b, which R has stretched, and along the product of one axis of each: the difference is off by
//   r (166r + 80t + 132) u at most, the radii by r (308r + 128) u, `slack_product` is r (500r + 100t + 300) u. In it is
//   what a rigid R (below) may be off by.
// - Where R is not rigid, along the products n of two axes of b: n is off by 160 r^2 u, the difference along it by
//   r^2 (1734r + 840t + 1430) u, the radii by r^2 (2400r + 960) u: `slack_normal` is r^2 (5000r + 1000t + 3000) u.
#pragma once

#include "backend/cuda/mesh_layout.h"
#include "backend/cuda/triangle_signs.h"

namespace graze::gpu {

enum class PoseStart : std::uint8_t {
  ready,
  invalid,  // the pose is not finite
  unusual   // so far away, so large or so nearly singular that the bounds do not hold: for the core
};

struct PoseMap {
  float r[9];  // by rows
  float t[3];
  float off, slack_axis, slack_product, slack_normal;
  // R is a rotation, perhaps with a reflection, times `stretch`, up to 2^-22 of its square in each product of columns.
  bool rigid;
  float stretch;
};

GRAZE_ANYWHERE PoseStart make_map(const LocalFrame& frame_a, const LocalFrame& frame_b, const Pose& pose,
                                  PoseMap& map) noexcept {
  const Mat3& m = pose.linear;
  const double ratio = frame_b.scale / frame_a.scale, inverse = 1 / frame_a.scale;
  double r[9], largest = 0, parts = 0, row_sum = 0, far = 0;
  bool all_finite = true;
  for (int row = 0; row < 3; ++row) {
    double sum = 0, at = pose.translation[row] - frame_a.origin[row], size = GRAZE_ABS(frame_a.origin[row]);
    size += GRAZE_ABS(pose.translation[row]);
    for (int column = 0; column < 3; ++column) {
      const double entry = m[column][row];
      all_finite = all_finite && GRAZE_ABS(entry) <= 0x1.fffffffffffffp1023;
      r[3 * row + column] = entry * ratio;
      sum += GRAZE_ABS(entry * ratio);
      at += entry * frame_b.origin[column];
      size += GRAZE_ABS(entry * frame_b.origin[column]);
      largest = greatest(largest, GRAZE_ABS(entry));
      map.r[3 * row + column] = static_cast<float>(entry * ratio);
    }
    all_finite = all_finite && GRAZE_ABS(pose.translation[row]) <= 0x1.fffffffffffffp1023;
    row_sum = greatest(row_sum, sum);
    parts = greatest(parts, size * inverse);
    far = greatest(far, GRAZE_ABS(at * inverse));
    map.t[row] = static_cast<float>(at * inverse);
  }
  if (!all_finite) return PoseStart::invalid;
  // Singular, or perhaps: the core tells.
  if (determinant(m.c0, m.c1, m.c2).sign() == 0 || !(largest >= 0x1p-60 && largest <= 0x1p60))
    return PoseStart::unusual;
  if (!(parts + row_sum <= 0x1p20 && row_sum >= 0x1p-20)) return PoseStart::unusual;

  double squares[3] = {0, 0, 0}, skew = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      double product = 0;
      for (int row = 0; row < 3; ++row) product += r[3 * row + i] * r[3 * row + j];
      if (i == j)
        squares[i] = product;
      else
        skew = greatest(skew, GRAZE_ABS(product));
    }
  const double square = greatest(greatest(squares[0], squares[1]), squares[2]);
  const double least_square = least(least(squares[0], squares[1]), squares[2]);
  map.rigid = skew <= square * 0x1p-22 && square - least_square <= square * 0x1p-22;
  map.stretch = static_cast<float>(sqrt(square));
  const float u = float_unit, rows = static_cast<float>(row_sum) * 1.0001f, t = static_cast<float>(far) * 1.0001f;
  map.off = (7 * rows + 5 * t + 2) * u;
  map.slack_axis = (200 * rows + 20 * t + 64) * u;
  map.slack_product = rows * (500 * rows + 100 * t + 300) * u;
  map.slack_normal = rows * rows * (5000 * rows + 1000 * t + 3000) * u;
  return PoseStart::ready;
}

GRAZE_ANYWHERE FloatVec3 carried(const PoseMap& m, float x, float y, float z) noexcept {
  const auto row = [&](int i) {
    return multiply_add(m.r[3 * i], x, multiply_add(m.r[3 * i + 1], y, multiply_add(m.r[3 * i + 2], z, m.t[i])));
  };
  return {row(0), row(1), row(2)};
}

GRAZE_ANYWHERE PairNode read_node(const PairNode* from) noexcept {
  const auto* four = reinterpret_cast<const FourFloats*>(from);
  const FourFloats a = read_four(four), b = read_four(four + 1), c = read_four(four + 2), d = read_four(four + 3);
  return {{a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x},
          {c.y, c.z, c.w},
          {d.x, d.y, d.z},
          static_cast<std::int32_t>(bits_of(d.w))};
}

// False only where all points of one box are farther than `reach` from all of the other, in the frame of a: proven.
template <bool Rigid>
GRAZE_ANYWHERE bool boxes_may_meet(const PoseMap& map, const PairNode& a, const PairNode& b, float reach) noexcept {
  const FloatVec3 there = carried(map, b.centre[0], b.centre[1], b.centre[2]);
  const float d[3] = {there.x - a.centre[0], there.y - a.centre[1], there.z - a.centre[2]};
  float t[3], c[9], size[9];
  for (int i = 0; i < 3; ++i) {
    const float x = a.axis[3 * i], y = a.axis[3 * i + 1], z = a.axis[3 * i + 2];
    t[i] = multiply_add(x, d[0], multiply_add(y, d[1], z * d[2]));
    float turned[3];
    for (int k = 0; k < 3; ++k) turned[k] = multiply_add(x, map.r[k], multiply_add(y, map.r[3 + k], z * map.r[6 + k]));
    for (int j = 0; j < 3; ++j) {
      c[3 * i + j] = multiply_add(turned[0], b.axis[3 * j],
                                  multiply_add(turned[1], b.axis[3 * j + 1], turned[2] * b.axis[3 * j + 2]));
      size[3 * i + j] = fabsf(c[3 * i + j]);
    }
  }
  bool apart = false;
  const float near = map.slack_axis + reach * 1.0001f;
  for (int i = 0; i < 3; ++i) {
    const float radius = multiply_add(
        size[3 * i], b.half[0],
        multiply_add(size[3 * i + 1], b.half[1], multiply_add(size[3 * i + 2], b.half[2], a.half[i] + near)));
    apart = apart || fabsf(t[i]) > radius;
  }
  if constexpr (Rigid) {
    const float stretch = map.stretch, close = map.slack_product + stretch * reach * 1.0001f;
    for (int j = 0; j < 3; ++j) {
      const float along = multiply_add(t[0], c[j], multiply_add(t[1], c[3 + j], t[2] * c[6 + j]));
      const float radius = multiply_add(
          size[j], a.half[0],
          multiply_add(size[3 + j], a.half[1],
                       multiply_add(size[6 + j], a.half[2], multiply_add(stretch * stretch, b.half[j], close))));
      apart = apart || fabsf(along) > radius;
    }
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        const float along = multiply_add(t[i2], c[3 * i1 + j], -(t[i1] * c[3 * i2 + j]));
        const float of_b = multiply_add(b.half[j1], size[3 * i + j2], b.half[j2] * size[3 * i + j1]);
        const float radius =
            multiply_add(a.half[i1], size[3 * i2 + j],
                         multiply_add(a.half[i2], size[3 * i1 + j], multiply_add(stretch, of_b, close)));
        apart = apart || fabsf(along) > radius;
      }
  } else {
    for (int l = 0; l < 3; ++l) {
      const int j = (l + 1) % 3, k = (l + 2) % 3;
      const float n[3] = {c[3 + j] * c[6 + k] - c[6 + j] * c[3 + k], c[6 + j] * c[k] - c[j] * c[6 + k],
                          c[j] * c[3 + k] - c[3 + j] * c[k]};
      const float along = t[0] * n[0] + t[1] * n[1] + t[2] * n[2];
      const float of_b = b.half[l] * fabsf(c[l] * n[0] + c[3 + l] * n[1] + c[6 + l] * n[2]);
      const float size_n = fabsf(n[0]) + fabsf(n[1]) + fabsf(n[2]);
      const float radius = a.half[0] * fabsf(n[0]) + a.half[1] * fabsf(n[1]) + a.half[2] * fabsf(n[2]) + of_b +
                           map.slack_normal + size_n * reach * 1.0001f;
      apart = apart || fabsf(along) > radius;
    }
  }
  return !apart;
}

}  // namespace graze::gpu
