// Do two triangles have a common point, by the signs of volumes of four of their six corners (Guigue and Devillers
// 2003): in float with bounds, in double, in pairs of doubles. A sign that is not proven, or is 0, leaves the pair
// open.
//
// In float, with corners that are off by at most e on each axis and u = 2^-24: the differences u, v, w of corners, at
// most U, V, W on an axis, are off by E = 2e and by u of themselves. The six products of a determinant change by
// 6 (E (UV + VW + WU) + E^2 (U + V + W) + E^3) by the former, by 18u UVW by the latter, and by fewer than 31u UVW by
// the roundings of the determinant. What is allowed is 2 % more than that, and 60u UVW.
#pragma once

#include "backend/cuda/double_pairs.h"
#include "backend/cuda/float_vec3.h"

namespace graze::gpu {

enum class Meet : std::uint8_t { no, yes, open };

// sign(i, j, k, l): of the volume of corners i, j, k, l, 0 where not known. Corners 0 to 2 are those of the one
// triangle, 3 to 5 of the other.
template <class Sign>
GRAZE_ANYWHERE Meet meet_by_signs(const Sign& sign) noexcept {
  int of_b[3], of_a[3];
  for (int k = 0; k < 3; ++k) of_b[k] = sign(0, 1, 2, 3 + k);
  if (of_b[0] != 0 && of_b[0] == of_b[1] && of_b[1] == of_b[2]) return Meet::no;
  for (int k = 0; k < 3; ++k) of_a[k] = sign(3, 4, 5, k);
  if (of_a[0] != 0 && of_a[0] == of_a[1] && of_a[1] == of_a[2]) return Meet::no;
  if (of_a[0] == 0 || of_a[1] == 0 || of_a[2] == 0 || of_b[0] == 0 || of_b[1] == 0 || of_b[2] == 0) return Meet::open;
  // The corner that is alone on its side of the other plane comes first.
  const int first_a = of_a[1] == of_a[2] ? 0 : of_a[0] == of_a[2] ? 1 : 2;
  const int first_b = of_b[1] == of_b[2] ? 0 : of_b[0] == of_b[2] ? 1 : 2;
  const int side_a = first_a == 0 ? of_a[0] : first_a == 1 ? of_a[1] : of_a[2];
  const int side_b = first_b == 0 ? of_b[0] : first_b == 1 ? of_b[1] : of_b[2];
  const int next_a = first_a == 2 ? 0 : first_a + 1, last_a = first_a == 0 ? 2 : first_a - 1;
  const int next_b = first_b == 2 ? 0 : first_b + 1, last_b = first_b == 0 ? 2 : first_b - 1;
  // Both triangles turned so that the other's first corner is above them.
  const int p = first_a, q = side_b < 0 ? last_a : next_a, r = side_b < 0 ? next_a : last_a;
  const int s = 3 + first_b, t = 3 + (side_a < 0 ? last_b : next_b), v = 3 + (side_a < 0 ? next_b : last_b);
  const int one = sign(q, s, p, t);
  if (one > 0) return Meet::no;
  const int other = sign(p, s, r, v);
  if (other > 0) return Meet::no;
  return one < 0 && other < 0 ? Meet::yes : Meet::open;
}

GRAZE_ANYWHERE float most_of(const FloatVec3& p) noexcept {
  return greatest(greatest(fabsf(p.x), fabsf(p.y)), fabsf(p.z));
}

// Of six corners in float, off by at most `off`.
struct FloatSigns {
  FloatVec3 corner[6];
  float off;

  GRAZE_ANYWHERE FloatVec3 at(int i) const noexcept {  // written out, so that the corners stay in registers
    return i == 0   ? corner[0]
           : i == 1 ? corner[1]
           : i == 2 ? corner[2]
           : i == 3 ? corner[3]
           : i == 4 ? corner[4]
                    : corner[5];
  }
  GRAZE_ANYWHERE int operator()(int i, int j, int k, int l) const noexcept {
    const FloatVec3 a = at(i), b = at(j), c = at(k), d = at(l);
    const FloatVec3 u = b - a, v = c - a, w = d - a;
    const float x = multiply_add(u.y, v.z, -(u.z * v.y)), y = multiply_add(u.z, v.x, -(u.x * v.z)),
                z = multiply_add(u.x, v.y, -(u.y * v.x));
    const float volume = multiply_add(w.x, x, multiply_add(w.y, y, w.z * z));
    const float mu = most_of(u), mv = most_of(v), mw = most_of(w), e = 2 * off;
    const float pairs = multiply_add(mu, mv, multiply_add(mv, mw, mw * mu));
    const float bound = multiply_add(60 * float_unit * mu, mv * mw, 6.12f * e * (pairs + e * (mu + mv + mw + e)));
    return volume > bound ? 1 : volume < -bound ? -1 : 0;
  }
};

// Of six corners as they are, in double and where that does not tell in pairs of doubles.
struct DoubleSigns {
  Vec3 corner[6];

  GRAZE_ANYWHERE int operator()(int i, int j, int k, int l) const noexcept {
    const Vec3 a = corner[i], b = corner[j], c = corner[k], d = corner[l];
    const int sign = determinant(d - a, b - a, c - a).sign();
    if (sign != 0) return sign;
    return determinant(exact_difference(d, a), exact_difference(b, a), exact_difference(c, a)).sign();
  }
};

GRAZE_ANYWHERE Meet triangles_in_double(const Triangle& a, const Triangle& b) noexcept {
  return meet_by_signs(DoubleSigns{{a.a, a.b, a.c, b.a, b.b, b.c}});
}

}  // namespace graze::gpu
