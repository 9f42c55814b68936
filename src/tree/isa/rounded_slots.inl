// A rounded box against the eight oriented boxes of a node, by separating axes; written once over the lane type.
//
// D goes from the middle of the volume to that of a slot, a_j are the slot's axes, h_j its half extents, e_k = l_k u_k
// the half axes of the volume.
//   slot faces     a_j         the gap g_j = |D.a_j| - h_j - sum_k l_k |u_k.a_j|; a ball reaches the slot only when
//                              the positive ones have a length of at most its radius, an ellipsoid when each is at
//                              most what it reaches along a_j
//   volume faces   n_k         |D.n_k| <= reach_k + sum_j h_j |n_k.a_j|; the ends of a segment likewise
//   edges          u_k x a_j   |(D x u_k).a_j| <= h_l |u_k.a_m| + h_m |u_k.a_l| + what the volume has: for a square box
//                              l_p |u_q.a_j| + l_q |u_p.a_j|, for a segment its radius times the length of the axis
// Rounding, U = 2^-24. D is off by 2 U of the numbers it is the difference of, the products with unit vectors by 4 U of
// their factors, axes are unit and perpendicular to 10 U, and sums of at most eight terms round by 8 U of them: less
// than 32 U of the size of tree and volume together, which `slack` has twice. A gap that is many times as large as the
// slack is off by 64 U of itself.
#include "math/wide_select.h"
#include "tree/rounded_box.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

inline Float8 along(const Float8 (&v)[3], const float (&n)[3]) {
  return fused(v[2], Float8::all(n[2]), fused(v[1], Float8::all(n[1]), v[0] * Float8::all(n[0])));
}
inline Float8 product(const Float8 (&v)[3], const Float8 (&n)[3]) {
  return fused(v[2], n[2], fused(v[1], n[1], v[0] * n[0]));
}

template <int axes, bool ball>
inline SlotBits rounded_slots_of(const RoundedBox& box, const OrientedNode& node, float* nearness) {
  const Float8 zero = Float8::all(0), slack = Float8::all(box.slack);
  Float8 D[3], A[3][3], h[3], across[3];
  for (int k = 0; k < 3; ++k) D[k] = Float8::load(node.centre[k]) - Float8::all(box.centre[k]);
  for (int j = 0; j < 3; ++j) {
    for (int k = 0; k < 3; ++k) A[j][k] = Float8::load(node.axis[j][k]);
    h[j] = Float8::load(node.half[j]);
    across[j] = abs(product(D, A[j]));
  }
  Float8 turn[3][3];  // |u_k.a_j|
  for (int k = 0; k < axes; ++k)
    for (int j = 0; j < 3; ++j) turn[k][j] = abs(along(A[j], box.edge[k]));

  Mask8 near = zero <= zero;
  Float8 gap_sq = zero;
  for (int j = 0; j < 3; ++j) {
    Float8 gap = across[j] - h[j];
    for (int k = 0; k < axes; ++k) gap = fused_minus(turn[k][j], Float8::all(box.length[k]), gap);
    if constexpr (ball) {
      gap = max(gap, zero);
      gap_sq = fused(gap, gap, gap_sq);
    } else {
      Float8 round_sq = zero;
      for (int k = 0; k < 3; ++k) {
        const Float8 part = along(A[j], box.round[k]);
        round_sq = fused(part, part, round_sq);
      }
      near = near & (gap <= sqrt(round_sq) + slack);
    }
  }
  if constexpr (ball) {
    const float reach = box.radius + box.slack;
    near = gap_sq <= Float8::all(reach * reach * (1 + 128 * 0x1p-24f));
  }
  // Unused slots have a half extent of -infinity: their gap is infinite, or not a number where a product was.
  SlotBits bits{near.bits(), 0};
  if (bits.near == 0) return bits;

  if constexpr (axes > 0) {
    Mask8 inside = near;
    for (int k = 0; k < axes; ++k) {
      Float8 reach = zero;
      for (int j = 0; j < 3; ++j) {
        const Float8 part = axes == 1 || box.square ? turn[k][j] : abs(along(A[j], box.normal[k]));
        reach = fused(part, h[j], reach);
      }
      const Float8 away = abs(along(D, box.normal[k]));
      near = near & (away <= (reach + Float8::all(box.extent[k])) + slack);
      if constexpr (axes == 3) inside = inside & (away + reach <= Float8::all(box.inner[k]));
    }
    bits = {near.bits(), axes == 3 ? inside.bits() : 0};
    if (bits.near == 0) return bits;
  }
  if constexpr (axes < 3 && ball) {
    if (box.inner_radius > 0) {
      Float8 far_sq = zero;
      for (int j = 0; j < 3; ++j) {
        const Float8 far = across[j] + h[j];
        far_sq = fused(far, far, far_sq);
      }
      const float inner = box.inner_radius;
      bits.inside = ((far_sq <= Float8::all(inner * inner * (1 - 128 * 0x1p-24f))) & near).bits();
    }
  }

  if constexpr (axes > 0 && ball) {
    if ((axes == 1 || box.square) && (bits.near & ~bits.inside) != 0) {
      for (int k = 0; k < axes; ++k) {
        const int p = (k + 1) % 3, q = (k + 2) % 3;
        Float8 side[3];  // D x u_k
        for (int i = 0; i < 3; ++i) {
          const int m = (i + 1) % 3, n = (i + 2) % 3;
          side[i] = fused_minus(D[n], Float8::all(box.edge[k][m]), D[m] * Float8::all(box.edge[k][n]));
        }
        for (int j = 0; j < 3; ++j) {
          const int l = (j + 1) % 3, m = (j + 2) % 3;
          Float8 reach = fused(h[l], turn[k][m], fused(h[m], turn[k][l], slack));
          if constexpr (axes == 3) {
            reach = fused(turn[q][j], Float8::all(box.length[p]), reach);
            reach = fused(turn[p][j], Float8::all(box.length[q]), reach);
            reach = reach + Float8::all(box.radius);
          } else {
            const Float8 axis_sq = fused(turn[0][l], turn[0][l], turn[0][m] * turn[0][m]);
            reach = fused(sqrt(axis_sq), Float8::all(box.radius), reach);
          }
          near = near & (abs(product(side, A[j])) <= reach);
        }
      }
      bits.near = near.bits();
    }
  }
  const Float8 apart = product(D, D), size = fused(h[0], h[0], fused(h[1], h[1], h[2] * h[2]));
  (apart / (size + Float8::all(1e-30f))).store(nearness);
  return bits;
}

inline SlotBits rounded_slots(const RoundedBox& box, const OrientedNode& node, float* nearness) {
  if (box.axes == 3)
    return box.ball ? rounded_slots_of<3, true>(box, node, nearness) : rounded_slots_of<3, false>(box, node, nearness);
  if (box.axes == 1)
    return box.ball ? rounded_slots_of<1, true>(box, node, nearness) : rounded_slots_of<1, false>(box, node, nearness);
  return box.ball ? rounded_slots_of<0, true>(box, node, nearness) : rounded_slots_of<0, false>(box, node, nearness);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
