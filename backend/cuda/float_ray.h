// A ray and a triangle in float, with bounds: missed, surely hit at a place within a bracket, or not sure.
//
// Everything is in the frame of the tree, where all corners are within [-1, 1], and u = 2^-24. `set_out` works in
// double: it carries the start into the frame and moves it to where the ray enters the box [-1.001, 1.001]^3, if it
// starts outside. A start at most 2^16 away is then off by less than 2^-33, and the direction by a few 2^-53: both are
// less than u/256. The ray's parameter here is its depth along the axis `kz` on which the direction is longest, from
// the moved start on; no coordinate grows faster than that.
//
// Crossings with bounds. A node's bound x on an axis with the inverse i of the direction is crossed at (x - o) i,
// computed as v A + B with v in [1, 2) from the node's bits, A = grid_width i and B = (grid_low - grid_width - o) i.
// Off by, in u |i|: 4 for A, 1 for o, 4.1 for the difference, 4.1 for B, 2.1 and 4 for the last product and sum, 4.1
// for i itself: fewer than 24. The bounds lie grid_margin = 64u outside. Components below 2^-30 are taken as 2^-30,
// which moves no place in the box by u/4.
//
// Triangles. The plane across the ray: x' = P.v - P.o, where P has 1 on one axis, a slope of at most 1 in magnitude on
// kz, and 0 on the third. With |v| <= 1 and |P.o| <= 2.003: corners rounded to float change x' by 2u, the slope by u,
// P.o by 2.01u, the product by u, the sums by 3.01u and 4.01u: fewer than 13.1u, and `off` is 14u. The turns
// e = x1 y2 - y1 x2 of two corners are off by off (s1 + s2) + 2 off^2 + 2u s1 s2 with s = |x'| + |y'|, and what
// underflows is far below off^2. Depths along kz: 1u for the corner, 1.01u for the start, 2.01u for the difference;
// `off_depth` is 7u. The depth of the hit is sum e z / sum e; with the turns off by b in sum, and the sum of the turns
// at least D, it is off by off_depth + (z_most - z_least) b / D by that, and by fewer than 7.2u (|t| + z_most -
// z_least) by its own roundings.
#pragma once

#include "backend/cuda/mesh_layout.h"
#include "graze/ray.h"

namespace graze::gpu {

inline constexpr float ray_no_end = 1e30f;
// How far the end of a ray may be off in float: below 4 it is rounded by 4u.
inline constexpr float off_end = 5 * float_unit;

// What is known of a ray before it meets the tree.
enum class RayStart : std::uint8_t {
  enters,   // the box of the tree
  misses,   // proven
  invalid,  // a start, direction or end that is no number, or a direction of 0
  far       // from so far away, or of such a length, that the bounds here do not hold: for the core
};

// 64 bytes, read as four times four.
struct FloatRay {
  float step[3];       // A above
  std::uint32_t word;  // of the ray: its number, 3 bits below it that tell kz and the direction along it
  float begin[3];      // B above
  float end;           // the parameter at which the ray ends, off by off_end; ray_no_end
  float slope[2];      // of the axes after kz
  float across[2];     // P.o and Q.o
  float depth;         // of the start along kz, signed as the direction is
  float unused[3];
};
static_assert(sizeof(FloatRay) == 64);
inline constexpr std::uint32_t most_rays = 1u << 29;

// How parameters of the ray itself follow from those here: t = (parameter + moved) * length.
struct RayUnits {
  double moved = 0, length = 0;
};

GRAZE_ANYWHERE double component(Vec3 v, int axis) noexcept { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }
GRAZE_ANYWHERE bool finite(double x) noexcept { return GRAZE_ABS(x) <= 0x1.fffffffffffffp1023; }

// 1 / x of a power of two that is not near the ends of the doubles.
GRAZE_ANYWHERE double inverse_of_power(double x) noexcept {
  return bit_cast<double>((std::uint64_t{2046} << 52) - bit_cast<std::uint64_t>(x));
}

GRAZE_ANYWHERE RayStart set_out(const LocalFrame& frame, const Ray& ray, std::uint32_t number, FloatRay& result,
                                RayUnits& units) noexcept {
  const double inverse = inverse_of_power(frame.scale);
  double o[3], d[3], longest = 0;
  int kz = 0;
  bool all_finite = ray.max == ray.max;
  bool zero = true;
  for (int k = 0; k < 3; ++k) {
    const double from = component(ray.origin, k), towards = component(ray.direction, k);
    all_finite = all_finite && finite(from) && finite(towards);
    zero = zero && (ray.to_point ? from == towards : towards == 0);
    o[k] = (from - component(frame.origin, k)) * inverse;
    d[k] = ray.to_point ? towards - from : towards;
    const double size = GRAZE_ABS(d[k]);
    if (size > longest) {
      longest = size;
      kz = k;
    }
  }
  if (!all_finite || zero) return RayStart::invalid;
  const double far = greatest(greatest(GRAZE_ABS(o[0]), GRAZE_ABS(o[1])), GRAZE_ABS(o[2]));
  if (!(longest >= 0x1p-150 && longest <= 0x1p150 && far <= 0x1p16 && ray.max >= 0)) return RayStart::far;

  const double sign = component({d[0], d[1], d[2]}, kz) < 0 ? -1 : 1, shorter = 1 / longest;
  double enter = 0, leave = 0x1p100;
  for (int k = 0; k < 3; ++k) {
    d[k] = k == kz ? sign : d[k] * shorter;
    const double small = d[k] < 0 ? -0x1p-40 : 0x1p-40;
    const double steep = 1 / (GRAZE_ABS(d[k]) < 0x1p-40 ? small : d[k]);
    const double one = (-1.001 - o[k]) * steep, other = (1.001 - o[k]) * steep;
    enter = greatest(enter, least(one, other));
    leave = least(leave, greatest(one, other));
  }
  if (enter > leave) return RayStart::misses;
  const double end = ray.max * longest * inverse - enter;
  if (end < -0x1p-20) return RayStart::misses;

  units = {enter, frame.scale * shorter};
  for (int k = 0; k < 3; ++k) {
    o[k] += enter * d[k];
    const float gentle = static_cast<float>(d[k]), small = gentle < 0 ? -0x1p-30f : 0x1p-30f;
    const float steep = 1 / (gentle < 0x1p-30f && gentle > -0x1p-30f ? small : gentle);
    result.step[k] = grid_width * steep;
    result.begin[k] = (grid_low - grid_width - static_cast<float>(o[k])) * steep;
  }
  const int kx = kz == 2 ? 0 : kz + 1, ky = kz == 0 ? 2 : kz - 1;
  const Vec3 start{o[0], o[1], o[2]}, direction{d[0], d[1], d[2]};
  const double slope_x = -sign * component(direction, kx), slope_y = -sign * component(direction, ky);
  const double depth = component(start, kz);
  result.word = number << 3 | (sign < 0 ? 4u : 0u) | static_cast<std::uint32_t>(kz);
  result.end = end > 4 ? ray_no_end : static_cast<float>(end);
  result.slope[0] = static_cast<float>(slope_x);
  result.slope[1] = static_cast<float>(slope_y);
  result.across[0] = static_cast<float>(component(start, kx) + slope_x * depth);
  result.across[1] = static_cast<float>(component(start, ky) + slope_y * depth);
  result.depth = static_cast<float>(sign * depth);
  return RayStart::enters;
}

// A ray made ready for triangles.
struct RayAcross {
  float p[3], q[3];  // P and Q above
  float p_start, q_start, depth_start, sign;
  int kz;

  RayAcross() = default;
  GRAZE_ANYWHERE explicit RayAcross(const FloatRay& ray) noexcept
      : p_start(ray.across[0]),
        q_start(ray.across[1]),
        depth_start(ray.depth),
        sign((ray.word & 4u) != 0 ? -1.0f : 1.0f),
        kz(static_cast<int>(ray.word & 3u)) {
    const float x = ray.slope[0], y = ray.slope[1];
    p[0] = kz == 2 ? 1.0f : kz == 0 ? x : 0.0f;
    p[1] = kz == 0 ? 1.0f : kz == 1 ? x : 0.0f;
    p[2] = kz == 1 ? 1.0f : kz == 2 ? x : 0.0f;
    q[0] = kz == 1 ? 1.0f : kz == 0 ? y : 0.0f;
    q[1] = kz == 2 ? 1.0f : kz == 1 ? y : 0.0f;
    q[2] = kz == 0 ? 1.0f : kz == 2 ? y : 0.0f;
  }
  GRAZE_ANYWHERE float x(const FourFloats& v) const noexcept {
    return multiply_add(p[0], v.x, multiply_add(p[1], v.y, multiply_add(p[2], v.z, -p_start)));
  }
  GRAZE_ANYWHERE float y(const FourFloats& v) const noexcept {
    return multiply_add(q[0], v.x, multiply_add(q[1], v.y, multiply_add(q[2], v.z, -q_start)));
  }
  GRAZE_ANYWHERE float depth(const FourFloats& v) const noexcept {
    return sign * (kz == 0 ? v.x : kz == 1 ? v.y : v.z) - depth_start;
  }
};

// What float tells of a ray and a triangle.
struct FloatCrossing {
  bool missed = true;    // or too far away to matter
  bool sure = false;     // hit for sure
  float lo = 0, hi = 0;  // where not missed: the parameter of a hit, if it is one
};

// Hits beyond `least_hi` do not matter.
GRAZE_ANYWHERE FloatCrossing cross_in_float(const RayAcross& ray, const FourFloats& a, const FourFloats& b,
                                            const FourFloats& c, float least_hi) noexcept {
  constexpr float u = float_unit, off = 14 * u, off_depth = 7 * u;
  constexpr float least_bound = 2.1f * off * off, per_size = 1.01f * off, per_product = 2.1f * u;
  const float ax = ray.x(a), ay = ray.y(a), bx = ray.x(b), by = ray.y(b), cx = ray.x(c), cy = ray.y(c);
  const float e0 = multiply_add(bx, cy, -(by * cx)), e1 = multiply_add(cx, ay, -(cy * ax)),
              e2 = multiply_add(ax, by, -(ay * bx));
  const float sa = fabsf(ax) + fabsf(ay), sb = fabsf(bx) + fabsf(by), sc = fabsf(cx) + fabsf(cy);
  const auto bound = [&](float s, float t) {
    return multiply_add(per_product * s, t, multiply_add(per_size, s + t, least_bound));
  };
  const float b0 = bound(sb, sc), b1 = bound(sc, sa), b2 = bound(sa, sb);
  const bool left = e0 > b0 || e1 > b1 || e2 > b2, right = e0 < -b0 || e1 < -b1 || e2 < -b2;
  FloatCrossing result;
  if (left && right) return result;
  const float za = ray.depth(a), zb = ray.depth(b), zc = ray.depth(c);
  const float near = least(least(za, zb), zc) - off_depth, far = greatest(greatest(za, zb), zc) + off_depth;
  if (far < 0 || near > least_hi) return result;
  result.missed = false;
  result.lo = near;
  result.hi = far;
  if (!((e0 > b0 && e1 > b1 && e2 > b2) || (e0 < -b0 && e1 < -b1 && e2 < -b2))) return result;
  result.sure = true;
  const float sum = e0 + e1 + e2, bounds = b0 + b1 + b2, least_sum = fabsf(sum) - 1.01f * bounds;
  if (!(least_sum > 0)) return result;
  const float at = multiply_add(e0, za, multiply_add(e1, zb, e2 * zc)) / sum;
  const float wide = off_depth + (far - near) * (1.1f * (bounds / least_sum) + 10 * u) + 10 * u * fabsf(at);
  result.lo = greatest(at - wide, near);
  result.hi = least(at + wide, far);
  return result;
}

}  // namespace graze::gpu
