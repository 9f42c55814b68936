// Lower bounds of the distance of one oriented box (host) to eight (guests).
//
// A point is clamped to the host near the guest's centre, then to the guest, then to the host again; the difference r
// of the last two is the direction. Boxes are separated along r by r . D less both supports, over |r|.
//
// Rounding, U = 2^-24. Under similar maps the numbers are those of the host box's own frame, in which D is off by at
// most 16 U of the numbers it is made of, the guests' axes by 10 U and off perpendicular by as much, and the host's
// axes off perpendicular by 8 U; sums of three products and the quotient round by less than 16 U of their terms. All
// terms but those of the boxes themselves are below the size of the trees: frame.slack. What is proportional to the
// boxes is in `extra`. Under other maps the frame is that of the world, and the same holds with the axes carried by
// maps of the given norms.
#include "math/wide_select.h"
#include "tree/nearest.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

inline Float8 clamp(Float8 x, Float8 least, Float8 most) { return min(max(x, least), most); }
inline Float8 dot3(const Float8 (&a)[3], const Float8 (&b)[3]) {
  return fused(a[2], b[2], fused(a[1], b[1], a[0] * b[0]));
}

template <bool similar>
inline Float8 lower_bounds(const MetricFrame& frame, int host_side, const OrientedNode& host, int slot,
                           const OrientedNode& guest) {
  const int other = 1 - host_side;
  Float8 D[3], A[3][3], H[3];
  float h[3];
  float row[3][3], offset[3];      // the guest tree's frame into that of this computation
  [[maybe_unused]] float e[3][3];  // edges of the host from its centre, when not similar
  if constexpr (similar) {
    const float scale = frame.scale[host_side];
    float from[3];
    for (int k = 0; k < 3; ++k) from[k] = frame.shift[host_side][k] - scale * host.centre[k][slot];
    for (int i = 0; i < 3; ++i) {
      const float a0 = host.axis[i][0][slot], a1 = host.axis[i][1][slot], a2 = host.axis[i][2][slot];
      const auto& turn = frame.turn[host_side];
      for (int k = 0; k < 3; ++k) row[i][k] = (a0 * turn[0][k] + a1 * turn[1][k]) + a2 * turn[2][k];
      offset[i] = (a0 * from[0] + a1 * from[1]) + a2 * from[2];
      h[i] = host.half[i][slot] * scale;
    }
  } else {
    const auto& linear = frame.linear_float[host_side];
    const float sign = host_side == 0 ? 1.0f : -1.0f;
    for (int r = 0; r < 3; ++r) {
      for (int k = 0; k < 3; ++k) row[r][k] = frame.linear_float[other][r][k];
      offset[r] =
          sign * frame.offset_float[r] - ((linear[r][0] * host.centre[0][slot] + linear[r][1] * host.centre[1][slot]) +
                                          linear[r][2] * host.centre[2][slot]);
    }
    for (int i = 0; i < 3; ++i) {
      h[i] = host.half[i][slot];
      for (int r = 0; r < 3; ++r)
        e[i][r] = ((linear[r][0] * host.axis[i][0][slot] + linear[r][1] * host.axis[i][1][slot]) +
                   linear[r][2] * host.axis[i][2][slot]) *
                  h[i];
    }
  }
  const float guest_scale = similar ? frame.scale[other] : 1.0f;
  {
    const Float8 scale = Float8::all(guest_scale);
    const Float8 c0 = Float8::load(guest.centre[0]) * scale, c1 = Float8::load(guest.centre[1]) * scale;
    const Float8 c2 = Float8::load(guest.centre[2]) * scale;
    for (int i = 0; i < 3; ++i) {
      D[i] = fused(c2, Float8::all(row[i][2]),
                   fused(c1, Float8::all(row[i][1]), fused(c0, Float8::all(row[i][0]), Float8::all(offset[i]))));
      H[i] = Float8::load(guest.half[i]) * scale;
    }
  }
  for (int j = 0; j < 3; ++j) {
    const Float8 g0 = Float8::load(guest.axis[j][0]), g1 = Float8::load(guest.axis[j][1]);
    const Float8 g2 = Float8::load(guest.axis[j][2]);
    for (int i = 0; i < 3; ++i)
      A[j][i] = fused(g2, Float8::all(row[i][2]), fused(g1, Float8::all(row[i][1]), g0 * Float8::all(row[i][0])));
  }
  const Float8 zero = Float8::all(0), tiny = Float8::all(1e-30f);
  Float8 q[3], r[3];
  if constexpr (similar) {
    const Float8 most[3] = {Float8::all(h[0]), Float8::all(h[1]), Float8::all(h[2])};
    const Float8 least[3] = {Float8::all(-h[0]), Float8::all(-h[1]), Float8::all(-h[2])};
    Float8 w[3];
    for (int i = 0; i < 3; ++i) {
      w[i] = clamp(D[i], least[i], most[i]) - D[i];
      q[i] = D[i];
    }
    for (int j = 0; j < 3; ++j) {
      const Float8 u = clamp(dot3(w, A[j]), zero - H[j], H[j]);
      for (int i = 0; i < 3; ++i) q[i] = fused(u, A[j][i], q[i]);
    }
    for (int i = 0; i < 3; ++i) r[i] = q[i] - clamp(q[i], least[i], most[i]);
    Float8 apart = dot3(r, D);
    for (int i = 0; i < 3; ++i) apart = fused_minus(most[i], abs(r[i]), apart);
    for (int j = 0; j < 3; ++j) apart = fused_minus(H[j], abs(dot3(r, A[j])), apart);
    const Float8 extra = ((H[0] + H[1]) + H[2]) * Float8::all(64 * 0x1p-24f) +
                         Float8::all(frame.slack + 64 * 0x1p-24f * (h[0] + h[1] + h[2]));
    return apart / sqrt(dot3(r, r) + tiny) - extra;
  } else {
    const Float8 one = Float8::all(1), minus_one = Float8::all(-1);
    Float8 edge[3][3], per_sq[3], product[3], guest_per_sq[3], guest_product[3];
    for (int i = 0; i < 3; ++i) {
      const int n = (i + 1) % 3;
      for (int k = 0; k < 3; ++k) edge[i][k] = Float8::all(e[i][k]);
      per_sq[i] = Float8::all(1 / (((e[i][0] * e[i][0] + e[i][1] * e[i][1]) + e[i][2] * e[i][2]) + 1e-30f));
      product[i] = Float8::all((e[i][0] * e[n][0] + e[i][1] * e[n][1]) + e[i][2] * e[n][2]);
      guest_per_sq[i] = one / (dot3(A[i], A[i]) + tiny);
      guest_product[i] = dot3(A[i], A[n]);
    }
    // Coordinates along three oblique edges, clamped one after the other, each taking its part off the next: near the
    // nearest point of the box, and short chains, which is what the time depends on. along[i] is x . edge i.
    const auto clamp_along = [](Float8(&along)[3], const Float8(&per)[3], const Float8(&with_next)[3],
                                const Float8(&most)[3], const Float8(&least)[3]) {
      along[0] = clamp(along[0] * per[0], least[0], most[0]);
      along[1] = clamp(fused_minus(along[0], with_next[0], along[1]) * per[1], least[1], most[1]);
      along[2] = fused_minus(along[0], with_next[2], along[2]);
      along[2] = clamp(fused_minus(along[1], with_next[1], along[2]) * per[2], least[2], most[2]);
    };
    const Float8 ones[3] = {one, one, one}, minus_ones[3] = {minus_one, minus_one, minus_one};
    const auto away_from_host = [&](const Float8(&x)[3], Float8(&difference)[3]) {
      Float8 at[3] = {dot3(x, edge[0]), dot3(x, edge[1]), dot3(x, edge[2])};
      clamp_along(at, per_sq, product, ones, minus_ones);
      for (int k = 0; k < 3; ++k)
        difference[k] =
            fused_minus(at[2], edge[2][k], fused_minus(at[1], edge[1][k], fused_minus(at[0], edge[0][k], x[k])));
    };
    Float8 w[3];
    away_from_host(D, w);
    const Float8 minus_H[3] = {zero - H[0], zero - H[1], zero - H[2]};
    Float8 u[3] = {dot3(w, A[0]), dot3(w, A[1]), dot3(w, A[2])};
    clamp_along(u, guest_per_sq, guest_product, H, minus_H);
    for (int k = 0; k < 3; ++k)
      q[k] = fused_minus(u[2], A[2][k], fused_minus(u[1], A[1][k], fused_minus(u[0], A[0][k], D[k])));
    away_from_host(q, r);
    Float8 apart = dot3(r, D);
    for (int i = 0; i < 3; ++i) apart = apart - abs(dot3(r, edge[i]));
    for (int j = 0; j < 3; ++j) apart = fused_minus(H[j], abs(dot3(r, A[j])), apart);
    const Float8 extra = ((H[0] + H[1]) + H[2]) * Float8::all(64 * 0x1p-24f * frame.norm[other]) +
                         Float8::all(frame.slack + 64 * 0x1p-24f * frame.norm[host_side] * (h[0] + h[1] + h[2]));
    return apart / sqrt(dot3(r, r) + tiny) - extra;
  }
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
