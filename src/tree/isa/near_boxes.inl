// Lower bounds of the distance of one box (host) to eight (guests), all carried into the metric frame.
//
// There a box is a parallelepiped, c + sum s_j a_j with |s_j| <= h_j, the axes a_j of length 1 or less. The host's
// centre is clamped to the guest, and that point to the host: the difference r of the two is the direction. Boxes are
// separated along r by r . D less both supports, over |r|. Clamping to the host once more before would save 5 to 10 %
// of the boxes, and costs more than that.
//
// Rounding, U = 2^-24. A centre is off by 6 U of the numbers it is made of, D by one rounding more; products of three
// terms, the root and the quotient round by less than 16 U of their terms: all of the size of the trees, in
// frame.slack. h_j a_j is off by 12 U of the map's norm times the box's half length, the box's own axes are off
// perpendicular by 8 U, and the product with r rounds by 4 U: in `error`.
#include "math/wide_select.h"
#include "tree/nearest.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

inline Float8 clamp(Float8 x, Float8 least, Float8 most) { return min(max(x, least), most); }
inline Float8 dot3(const Float8 (&a)[3], const Float8 (&b)[3]) {
  return fused(a[2], b[2], fused(a[1], b[1], a[0] * b[0]));
}

inline void carry(const MetricFrame& frame, int side, const OrientedNode& from, NearNode& to) {
  const auto& m = frame.linear_float[side];
  const Float8 zero = Float8::all(0);
  Float8 axis[3][3];
  for (int k = 0; k < 3; ++k) {
    const Float8 row[3] = {Float8::all(m[k][0]), Float8::all(m[k][1]), Float8::all(m[k][2])};
    const auto carried = [&](const float(&x)[3][8], Float8 start) {
      const Float8 y[3] = {Float8::load(x[0]), Float8::load(x[1]), Float8::load(x[2])};
      return fused(y[2], row[2], fused(y[1], row[1], fused(y[0], row[0], start)));
    };
    carried(from.centre, Float8::all(side == 0 ? 0 : frame.offset_float[k])).store(to.centre[k]);
    for (int j = 0; j < 3; ++j) axis[j][k] = carried(from.axis[j], zero);
  }
  Float8 size = zero, sum = zero;
  for (int j = 0; j < 3; ++j) {
    // Whatever the length is taken for, axis times half is the same.
    const Float8 length = sqrt(dot3(axis[j], axis[j]) + Float8::all(1e-30f)), half = Float8::load(from.half[j]);
    for (int k = 0; k < 3; ++k) {
      axis[j][k] = axis[j][k] / length;
      axis[j][k].store(to.axis[j][k]);
    }
    const Float8 scaled = half * length;
    scaled.store(to.half[j]);
    size = fused(scaled, scaled, size);
    sum = sum + half;
  }
  for (int j = 0; j < 3; ++j) dot3(axis[j], axis[(j + 1) % 3]).store(to.product[j]);
  size.store(to.size);
  (sum * Float8::all(64 * 0x1p-24f * frame.norm[side])).store(to.error);
  for (int i = 0; i < 8; ++i) {
    to.child[i] = from.child[i];
    to.opened[i] = NearNode::closed;
  }
}

// One box per lane: one in all of them, or eight.
template <bool oblique>
struct NearBoxes {
  Float8 centre[3], axis[3][3], half[3], minus_half[3], product[3];

  template <class Lanes>
  NearBoxes(const NearNode& node, Lanes lanes) {
    for (int k = 0; k < 3; ++k) {
      centre[k] = lanes(node.centre[k]);
      half[k] = lanes(node.half[k]);
      minus_half[k] = Float8::all(0) - half[k];
      product[k] = oblique ? lanes(node.product[k]) : half[k];
      for (int j = 0; j < 3; ++j) axis[j][k] = lanes(node.axis[j][k]);
    }
  }

  // From near the nearest point of the box to x, both from its centre. Coordinates along oblique axes are clamped one
  // after the other, each taking its part off the next.
  void away(const Float8 (&x)[3], Float8 (&difference)[3]) const {
    Float8 s[3] = {dot3(x, axis[0]), dot3(x, axis[1]), dot3(x, axis[2])};
    s[0] = clamp(s[0], minus_half[0], half[0]);
    if constexpr (oblique) s[1] = fused_minus(s[0], product[0], s[1]);
    s[1] = clamp(s[1], minus_half[1], half[1]);
    if constexpr (oblique) s[2] = fused_minus(s[1], product[1], fused_minus(s[0], product[2], s[2]));
    s[2] = clamp(s[2], minus_half[2], half[2]);
    for (int k = 0; k < 3; ++k)
      difference[k] = fused_minus(s[2], axis[2][k], fused_minus(s[1], axis[1][k], fused_minus(s[0], axis[0][k], x[k])));
  }

  // What is left of `apart` without the part in the box along r, from its centre.
  Float8 without(const Float8 (&r)[3], Float8 apart) const {
    for (int j = 0; j < 3; ++j) apart = fused_minus(half[j], abs(dot3(r, axis[j])), apart);
    return apart;
  }
};

template <bool oblique>
inline Float8 lower_bounds(const MetricFrame& frame, const NearNode& host_node, int slot, const NearNode& guest_node) {
  const NearBoxes<oblique> host(host_node, [slot](const float* lanes) { return Float8::all(lanes[slot]); });
  const NearBoxes<oblique> guest(guest_node, [](const float* lanes) { return Float8::load(lanes); });
  Float8 D[3], q[3], r[3];
  for (int k = 0; k < 3; ++k) D[k] = guest.centre[k] - host.centre[k];
  guest.away(D, q);
  host.away(q, r);
  const Float8 apart = guest.without(r, host.without(r, dot3(r, D)));
  const Float8 extra = Float8::load(guest_node.error) + Float8::all(frame.slack + host_node.error[slot]);
  return apart / sqrt(dot3(r, r) + Float8::all(1e-30f)) - extra;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
