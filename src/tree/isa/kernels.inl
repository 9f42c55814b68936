// Written once over the lane type, compiled once per instruction set.
#include "math/wide.h"
#include "tree/kernels.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

// The separating-axis test of one oriented box (host) against eight (guests), in the host box's own frame: there the
// host is |x_i| <= h_i and a guest is D + sum s_j H_j A_j, |s_j| <= 1, with A_j its carried axes. 15 axes:
//   host faces   e_i         |D_i| <= h_i + sum_j H_j |A_j[i]|
//   guest faces  N_j         |D . N_j| <= sum_i h_i |N_j[i]| + H_j |det|,     N_j = A_j+1 x A_j+2
//   edges        e_i x A_j   |D x A_j|_i <= h_i+1 |A_j[i+2]| + h_i+2 |A_j[i+1]| + H_j+1 |N_j+2[i]| + H_j+2 |N_j+1[i]|
// (indices modulo 3). Under a rigid map N_j = A_j, but for a sign, and det = 1.
//
// Rounding. D is off by at most 16 * 2^-24 of the numbers it is made of, which are of the size of the trees: in
// map.slack. A_j is off by 10 * 2^-24 and, under a rigid map, off perpendicular by as much: that moves points of the
// guest by at most 64 * 2^-24 of its size. The sums themselves round by less than 6 * 2^-24 of their terms. So `extra`
// covers every axis of length 1; longer axes take it times their length. (A box that is not separated has |D| below the
// sum of both sizes, so errors proportional to D are among these.)
template <bool rigid>
unsigned overlap_boxes(const PairMap& map, const PairNode& host, int slot, const PairNode& guest, float* nearness) {
  float row[3][3], offset[3], h[3];
  for (int i = 0; i < 3; ++i) {
    const float a0 = host.axis[i][0][slot], a1 = host.axis[i][1][slot], a2 = host.axis[i][2][slot];
    for (int k = 0; k < 3; ++k) row[i][k] = (a0 * map.linear[0][k] + a1 * map.linear[1][k]) + a2 * map.linear[2][k];
    offset[i] = (a0 * (map.offset[0] - host.centre[0][slot]) + a1 * (map.offset[1] - host.centre[1][slot])) +
                a2 * (map.offset[2] - host.centre[2][slot]);
    h[i] = host.half[i][slot];
  }
  const Float8 scale = Float8::all(map.scale);
  Float8 D[3], H[3], A[3][3], absA[3][3];
  {
    const Float8 c0 = Float8::load(guest.centre[0]) * scale, c1 = Float8::load(guest.centre[1]) * scale;
    const Float8 c2 = Float8::load(guest.centre[2]) * scale;
    for (int i = 0; i < 3; ++i) {
      D[i] = ((c0 * Float8::all(row[i][0]) + c1 * Float8::all(row[i][1])) + c2 * Float8::all(row[i][2])) +
             Float8::all(offset[i]);
      H[i] = Float8::load(guest.half[i]) * scale;
    }
  }
  const float round = 64 * 0x1p-24f;
  const Float8 extra =
      ((H[0] + H[1]) + H[2]) * Float8::all(round * map.stretch) + Float8::all(map.slack + round * (h[0] + h[1] + h[2]));
  for (int j = 0; j < 3; ++j) {
    const Float8 g0 = Float8::load(guest.axis[j][0]), g1 = Float8::load(guest.axis[j][1]);
    const Float8 g2 = Float8::load(guest.axis[j][2]);
    for (int i = 0; i < 3; ++i) {
      A[j][i] = (g0 * Float8::all(row[i][0]) + g1 * Float8::all(row[i][1])) + g2 * Float8::all(row[i][2]);
      absA[j][i] = abs(A[j][i]);
    }
  }
  Mask8 meet = abs(D[0]) <= ((H[0] * absA[0][0] + H[1] * absA[1][0]) + H[2] * absA[2][0]) + (extra + Float8::all(h[0]));
  for (int i = 1; i < 3; ++i)
    meet = meet &
           (abs(D[i]) <= ((H[0] * absA[0][i] + H[1] * absA[1][i]) + H[2] * absA[2][i]) + (extra + Float8::all(h[i])));

  Float8 N[3][3], absN[3][3];
  if constexpr (!rigid) {
    if (meet.bits() == 0) return 0;
    for (int j = 0; j < 3; ++j) {
      const int p = (j + 1) % 3, q = (j + 2) % 3;
      for (int i = 0; i < 3; ++i) {
        const int k = (i + 1) % 3, l = (i + 2) % 3;
        N[j][i] = A[p][k] * A[q][l] - A[p][l] * A[q][k];
        absN[j][i] = abs(N[j][i]);
      }
    }
  }
  const auto& normal = [&]() -> const Float8(&)[3][3] {
    if constexpr (rigid)
      return A;
    else
      return N;
  }();
  const auto& abs_normal = [&]() -> const Float8(&)[3][3] {
    if constexpr (rigid)
      return absA;
    else
      return absN;
  }();
  const Float8 extra_face = rigid ? extra : extra * Float8::all(map.stretch * map.stretch);
  const Float8 extra_edge = rigid ? extra : extra * Float8::all(map.stretch);
  for (int j = 0; j < 3; ++j) {
    const Float8 along = (D[0] * normal[j][0] + D[1] * normal[j][1]) + D[2] * normal[j][2];
    const Float8 reach = ((abs_normal[j][0] * Float8::all(h[0]) + abs_normal[j][1] * Float8::all(h[1])) +
                          abs_normal[j][2] * Float8::all(h[2])) +
                         (rigid ? H[j] : H[j] * Float8::all(map.determinant));
    meet = meet & (abs(along) <= reach + extra_face);
  }
  if (meet.bits() == 0) return 0;

  for (int j = 0; j < 3; ++j) {
    const int p = (j + 1) % 3, q = (j + 2) % 3;
    for (int i = 0; i < 3; ++i) {
      const int k = (i + 1) % 3, l = (i + 2) % 3;
      const Float8 along = D[l] * A[j][k] - D[k] * A[j][l];
      const Float8 reach = (absA[j][l] * Float8::all(h[k]) + absA[j][k] * Float8::all(h[l])) +
                           (H[p] * abs_normal[q][i] + H[q] * abs_normal[p][i]);
      meet = meet & (abs(along) <= reach + extra_edge);
    }
  }
  const Float8 apart = (D[0] * D[0] + D[1] * D[1]) + D[2] * D[2];
  const Float8 size =
      ((H[0] * H[0] + H[1] * H[1]) + H[2] * H[2]) + Float8::all((h[0] * h[0] + h[1] * h[1]) + h[2] * h[2]);
  (apart / size).store(nearness);
  return meet.bits();
}

unsigned overlap(const PairMap& map, const PairNode& host, int slot, const PairNode& guest, float* nearness) {
  return map.rigid ? overlap_boxes<true>(map, host, slot, guest, nearness)
                   : overlap_boxes<false>(map, host, slot, guest, nearness);
}

unsigned ray(const RayFrame& frame, float limit, const Node& node, float* entry) {
  Float8 near = Float8::all(0), far = Float8::all(limit);
  for (int k = 0; k < 3; ++k) {
    const Float8 inverse = Float8::all(frame.inverse[k]);
    const Float8 lo = (Float8::load(node.lo[k]) - Float8::all(frame.origin[k] + frame.pad[k])) * inverse;
    const Float8 hi = (Float8::load(node.hi[k]) - Float8::all(frame.origin[k] - frame.pad[k])) * inverse;
    near = max(near, min(lo, hi));
    far = min(far, max(lo, hi));
  }
  near.store(entry);
  return (near <= far).bits() & ((1u << node.count) - 1);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
