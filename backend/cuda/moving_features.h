// Pairs of features of a mesh whose vertices move: which pairs two triangles stand for.
//
// Each vertex and each edge belongs to one of its triangles, the first one. A pair of features is then looked at once:
// where the triangles that they belong to come together (Curtis et al. 2008, Fast collision detection for deformable
// models using representative-triangles). A feature is within its triangle, so that boxes around the triangles at both
// ends of the motion overlap where features touch at any time between.
#pragma once

#include <array>
#include <cstdint>

#include "backend/cuda/anywhere.h"
#include "graze/gpu.h"

namespace graze::gpu {

// Where a vertex is between the ends of its motion, in floats that are rounded outward.
struct SweptBox {
  float lo[3], hi[3];
};
GRAZE_ANYWHERE SweptBox around(const SweptBox& a, const SweptBox& b) noexcept {
  SweptBox both{};
  for (int k = 0; k < 3; ++k) {
    both.lo[k] = least(a.lo[k], b.lo[k]);
    both.hi[k] = greatest(a.hi[k], b.hi[k]);
  }
  return both;
}
GRAZE_ANYWHERE bool overlap(const SweptBox& a, const SweptBox& b) noexcept {
  bool all = true;
  for (int k = 0; k < 3; ++k) all = all && a.lo[k] <= b.hi[k] && b.lo[k] <= a.hi[k];
  return all;
}

GRAZE_ANYWHERE int after(int k) noexcept { return k == 2 ? 0 : k + 1; }

using Quad = std::array<std::uint32_t, 4>;  // in the order that CcdKind tells

GRAZE_ANYWHERE bool has(const OwningTriangle& t, std::uint32_t vertex) noexcept {
  return t.corner[0] == vertex || t.corner[1] == vertex || t.corner[2] == vertex;
}

// Which pairs of features of two triangles, `a` the one with the smaller number, are for ccd(): their boxes overlap and
// they have no vertex in common. Bits 0 to 2: corners of a and the face of b; 3 to 5: corners of b and the face of a;
// 6 to 14: edge i of a and edge k of b, 6 + 3i + k.
GRAZE_ANYWHERE std::uint32_t feature_pairs(const OwningTriangle& a, const OwningTriangle& b, const SweptBox (&of_a)[3],
                                           const SweptBox (&of_b)[3]) noexcept {
  std::uint32_t pairs = 0;
  const SweptBox face_a = around(around(of_a[0], of_a[1]), of_a[2]);
  const SweptBox face_b = around(around(of_b[0], of_b[1]), of_b[2]);
  for (int k = 0; k < 3; ++k) {
    if ((a.own >> k & 1) != 0 && !has(b, a.corner[k]) && overlap(of_a[k], face_b)) pairs |= 1u << k;
    if ((b.own >> k & 1) != 0 && !has(a, b.corner[k]) && overlap(of_b[k], face_a)) pairs |= 8u << k;
  }
  for (int i = 0; i < 3; ++i) {
    if ((a.own >> (3 + i) & 1) == 0) continue;
    const SweptBox edge = around(of_a[i], of_a[after(i)]);
    const std::uint32_t one = a.corner[i], other = a.corner[after(i)];
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t p = b.corner[k], q = b.corner[after(k)];
      if ((b.own >> (3 + k) & 1) != 0 && p != one && p != other && q != one && q != other &&
          overlap(edge, around(of_b[k], of_b[after(k)])))
        pairs |= 64u << (3 * i + k);
    }
  }
  return pairs;
}

// The points of pair `bit` of the above.
GRAZE_ANYWHERE Quad quad_of(const OwningTriangle& a, const OwningTriangle& b, int bit) noexcept {
  const auto corner = [](const OwningTriangle& t, int k) {
    return k == 0 ? t.corner[0] : k == 1 ? t.corner[1] : t.corner[2];
  };
  if (bit < 3) return {corner(a, bit), b.corner[0], b.corner[1], b.corner[2]};
  if (bit < 6) return {corner(b, bit - 3), a.corner[0], a.corner[1], a.corner[2]};
  const int i = (bit - 6) / 3, k = (bit - 6) % 3;
  return {corner(a, i), corner(a, after(i)), corner(b, k), corner(b, after(k))};
}

}  // namespace graze::gpu
