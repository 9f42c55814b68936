// Distances of the triangles of two leaves: brackets in float.
//
// Both leaves are carried into the frame of the world, around the middle of b's leaf. For eight pairs at once, every
// edge pair and every corner over a face gives two points that are in the triangles; the nearest two bracket the
// distance: their own is an upper bound, and their difference is the direction of a lower bound.
//
// Rounding, U = 2^-24. A coordinate, at most `reach` in size, is off by `error`: rounded corners, the map (4 U of what
// it adds up), and the pad. That moves two points apart or together by at most 4 error. The difference of two points
// made of two corners each rounds by less than 24 U reach on an axis, and so does a side of the lower bound. Squares of
// lengths below 1e-18 underflow.
//
// Leaves are first parted along one direction without carrying them: the direction goes into both trees' frames, by
// products that round by 4 U, and three more along a corner. Both sides and the line of the middles together are off by
// less than 48 U reach of the direction's length, which the 64 U of the slack cover.
#include "math/wide_select.h"
#include "tree/nearest.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

// A direction from b to a, of any length; none at first.
struct NearWay {
  float world[3] = {0, 0, 0};
  float tree[2][3] = {};  // products with it are those of `world` with the carried point
  float length = 0;

  void set(const MetricFrame& frame, float x, float y, float z) {
    world[0] = x;
    world[1] = y;
    world[2] = z;
    for (int s = 0; s < 2; ++s)
      for (int k = 0; k < 3; ++k) {
        const auto& m = frame.linear_float[s];
        tree[s][k] = (m[0][k] * world[0] + m[1][k] * world[1]) + m[2][k] * world[2];
      }
    length = sqrt((world[0] * world[0] + world[1] * world[1]) + world[2] * world[2]);
  }
};

class NearLeaves {
 public:
  NearLeaves(const MetricFrame& frame, const Leaf& a, const Leaf& b) : count_a_(int(a.count)), count_b_(int(b.count)) {
    float(&shift)[3] = shift_;
    float size_a = 1.8f * frame.norm[0] * a.radius, reach = 1.8f * frame.norm[1] * b.radius;
    for (int r = 0; r < 3; ++r) {
      const auto& la = frame.linear[0][r];
      const auto& lb = frame.linear[1][r];
      const double at_a = (la[0] * double(a.centre[0]) + la[1] * double(a.centre[1])) + la[2] * double(a.centre[2]);
      const double at_b = (lb[0] * double(b.centre[0]) + lb[1] * double(b.centre[1])) + lb[2] * double(b.centre[2]);
      shift[r] = float((at_a - at_b) - frame.offset[r]);
      const float size = (shift[r] < 0 ? -shift[r] : shift[r]) + size_a;
      reach = size > reach ? size : reach;
    }
    slack_ = 4 * (frame.pad + 8 * 0x1p-24f * reach) + (64 * 0x1p-24f * reach + 1e-18f);
  }

  // Surely farther apart than `limit`, along the way. Unused lanes repeat a triangle.
  bool parted(const Leaf& a, const Leaf& b, float limit, const NearWay& way) const {
    const Float8 low_a = fold_along<false>(a, way.tree[0]);
    const Float8 high_b = over_lanes(fold_along<true>(b, way.tree[1]));
    const float middles = (shift_[0] * way.world[0] + shift_[1] * way.world[1]) + shift_[2] * way.world[2];
    return (low_a <= high_b + Float8::all(way.length * (limit + slack_) - middles)).bits() == 0;
  }

  // Before near() and distances().
  void carry(const MetricFrame& frame, const Leaf& a, const Leaf& b) {
    const float(&shift)[3] = shift_;
    for (int c = 0; c < 3; ++c) {
      const Float8 xa = Float8::load(a.corner[c][0]), ya = Float8::load(a.corner[c][1]),
                   za = Float8::load(a.corner[c][2]);
      const Float8 xb = Float8::load(b.corner[c][0]), yb = Float8::load(b.corner[c][1]),
                   zb = Float8::load(b.corner[c][2]);
      for (int r = 0; r < 3; ++r) {
        const auto& la = frame.linear_float[0][r];
        const auto& lb = frame.linear_float[1][r];
        a_[c][r] = fused(za, Float8::all(la[2]),
                         fused(ya, Float8::all(la[1]), fused(xa, Float8::all(la[0]), Float8::all(shift[r]))));
        b_[c][r] = fused(zb, Float8::all(lb[2]), fused(yb, Float8::all(lb[1]), xb * Float8::all(lb[0])));
      }
    }
  }

  // Bit 8 i + j when triangle i of a and j of b may be that near, by their boxes, and along the line of the leaves'
  // middles and a given direction from b to a. row[j] becomes the triangle of a that seems the nearest to triangle j.
  std::uint64_t near(float limit, const float* direction, std::uint8_t* row) const {
    Float8 b_lo[3], b_hi[3];
    float a_lo[3][8], a_hi[3][8];
    for (int k = 0; k < 3; ++k) {
      b_lo[k] = min(b_[0][k], min(b_[1][k], b_[2][k]));
      b_hi[k] = max(b_[0][k], max(b_[1][k], b_[2][k]));
      min(a_[0][k], min(a_[1][k], a_[2][k])).store(a_lo[k]);
      max(a_[0][k], max(a_[1][k], a_[2][k])).store(a_hi[k]);
    }
    const float reach = limit + slack_;
    const Along along_middles(*this, shift_), along_given(*this, direction);
    const Float8 parted[2] = {along_middles.high_b + Float8::all(along_middles.length * reach),
                              along_given.high_b + Float8::all(along_given.length * reach)};
    const Float8 most = Float8::all(reach < 1e18f ? reach * reach : 3e38f), zero = Float8::all(0);
    const unsigned valid = (1u << count_b_) - 1;
    std::uint64_t rows = 0;
    Float8 least = Float8::all(3e38f), least_row = zero;
    for (int i = 0; i < count_a_; ++i) {
      Float8 sum = zero;
      for (int k = 0; k < 3; ++k) {
        const Float8 gap = max(max(b_lo[k] - Float8::all(a_hi[k][i]), Float8::all(a_lo[k][i]) - b_hi[k]), zero);
        sum = fused(gap, gap, sum);
      }
      const Float8 along = Float8::all(along_middles.low_a[i]);
      const Mask8 nearer = sum <= least;
      least = select(nearer, sum, least);
      least_row = select(nearer, Float8::all(float(i)), least_row);
      const Mask8 near = (sum <= most) & (along <= parted[0]) & (Float8::all(along_given.low_a[i]) <= parted[1]);
      rows |= std::uint64_t(near.bits() & valid) << (8 * i);
    }
    float rounded[8];
    least_row.store(rounded);
    for (int k = 0; k < 8; ++k) row[k] = std::uint8_t(rounded[k]);
    return rows;
  }

  // The distance of triangles i[k] of a and j[k] of b is within least[k] ... most[k]; way[...][k] is nearly how to go
  // from b to a.
  void distances(const std::uint8_t* i, const std::uint8_t* j, float* least, float* most, float (*way)[8]) const {
    const Lanes8 lanes_a = Lanes8::load(i), lanes_b = Lanes8::load(j);
    Float8 p[3][3], q[3][3], e[3][3], f[3][3];  // corners and edges of both, corner by coordinate
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k) {
        p[c][k] = take(a_[c][k], lanes_a);
        q[c][k] = take(b_[c][k], lanes_b);
      }
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k) {
        e[c][k] = p[(c + 1) % 3][k] - p[c][k];
        f[c][k] = q[(c + 1) % 3][k] - q[c][k];
      }
    const Float8 zero = Float8::all(0), one = Float8::all(1), tiny = Float8::all(1e-30f);
    Float8 best_sq = Float8::all(3e38f), best[3] = {zero, zero, zero};
    Float8 e_sq[3], f_sq[3], per_e[3], per_f[3];
    for (int c = 0; c < 3; ++c) {
      e_sq[c] = dot3(e[c], e[c]);
      f_sq[c] = dot3(f[c], f[c]);
      per_e[c] = one / (e_sq[c] + tiny);
      per_f[c] = one / (f_sq[c] + tiny);
    }
    for (int c = 0; c < 3; ++c)
      for (int d = 0; d < 3; ++d) {
        Float8 r[3];
        for (int k = 0; k < 3; ++k) r[k] = p[c][k] - q[d][k];
        const Float8 along_f = dot3(f[d], r), along_e = dot3(e[c], r), both = dot3(e[c], f[d]);
        const Float8 product = e_sq[c] * f_sq[d];
        const Float8 parallel = max(fused_minus(both, both, product), fused(product, Float8::all(1e-6f), tiny));
        Float8 s = clamp(fused_minus(along_e, f_sq[d], both * along_f) / parallel, zero, one);
        const Float8 t = clamp(fused(both, s, along_f) * per_f[d], zero, one);
        s = clamp((both * t - along_e) * per_e[c], zero, one);
        for (int k = 0; k < 3; ++k) r[k] = fused_minus(t, f[d][k], fused(s, e[c][k], r[k]));
        keep_nearer(r, dot3(r, r), best, best_sq);
      }
    over_face(p, q, f, false, best, best_sq);
    over_face(q, p, e, true, best, best_sq);

    // best goes from b to a.
    Float8 low_a = dot3(best, p[0]), high_b = dot3(best, q[0]);
    for (int c = 1; c < 3; ++c) {
      low_a = min(low_a, dot3(best, p[c]));
      high_b = max(high_b, dot3(best, q[c]));
    }
    const Float8 slack = Float8::all(slack_), distance = sqrt(best_sq);
    ((low_a - high_b) / sqrt(best_sq + tiny) - slack).store(least);
    (distance + slack).store(most);
    for (int k = 0; k < 3; ++k) best[k].store(way[k]);
  }

 private:
  // The least or greatest of the corners' products with a direction, triangle by triangle.
  template <bool greatest>
  static Float8 fold_along(const Leaf& leaf, const float* direction) {
    const Float8 d[3] = {Float8::all(direction[0]), Float8::all(direction[1]), Float8::all(direction[2])};
    Float8 along[3];
    for (int c = 0; c < 3; ++c) {
      const Float8 corner[3] = {Float8::load(leaf.corner[c][0]), Float8::load(leaf.corner[c][1]),
                                Float8::load(leaf.corner[c][2])};
      along[c] = dot3(corner, d);
    }
    return greatest ? max(along[0], max(along[1], along[2])) : min(along[0], min(along[1], along[2]));
  }

  // The greatest lane, in all of them.
  static Float8 over_lanes(Float8 x) {
    static constexpr std::uint8_t from[3][8] = {
        {4, 5, 6, 7, 0, 1, 2, 3}, {2, 3, 0, 1, 6, 7, 4, 5}, {1, 0, 3, 2, 5, 4, 7, 6}};
    for (const auto& lanes : from) x = max(x, take(x, Lanes8::load(lanes)));
    return x;
  }

  // The triangles along a direction of any length.
  struct Along {
    float low_a[8], length;
    Float8 high_b;

    Along(const NearLeaves& leaves, const float* direction) {
      const Float8 d[3] = {Float8::all(direction[0]), Float8::all(direction[1]), Float8::all(direction[2])};
      const auto& a = leaves.a_;
      const auto& b = leaves.b_;
      min(dot3(a[0], d), min(dot3(a[1], d), dot3(a[2], d))).store(low_a);
      high_b = max(dot3(b[0], d), max(dot3(b[1], d), dot3(b[2], d)));
      length = sqrt((direction[0] * direction[0] + direction[1] * direction[1]) + direction[2] * direction[2]);
    }
  };

  static void keep_nearer(const Float8 (&r)[3], Float8 sq, Float8 (&best)[3], Float8& best_sq) {
    const Mask8 nearer = sq <= best_sq;
    best_sq = select(nearer, sq, best_sq);
    for (int k = 0; k < 3; ++k) best[k] = select(nearer, r[k], best[k]);
  }

  // Corners of one triangle over the face of the other, whose edges are given.
  static void over_face(const Float8 (&corner)[3][3], const Float8 (&face)[3][3], const Float8 (&edge)[3][3],
                        bool turn_round, Float8 (&best)[3], Float8& best_sq) {
    const Float8 zero = Float8::all(0), one = Float8::all(1);
    Float8 v[3], n[3];  // the second edge from corner 0, and the normal
    for (int k = 0; k < 3; ++k) v[k] = zero - edge[2][k];
    const Float8(&u)[3] = edge[0];
    for (int k = 0; k < 3; ++k) {
      const int l = (k + 1) % 3, m = (k + 2) % 3;
      n[k] = fused_minus(u[m], v[l], u[l] * v[m]);
    }
    Float8 g[3], h[3];  // v x n and n x u: their products with a point give its coordinates along u and v
    for (int k = 0; k < 3; ++k) {
      const int l = (k + 1) % 3, m = (k + 2) % 3;
      g[k] = fused_minus(v[m], n[l], v[l] * n[m]);
      h[k] = fused_minus(n[m], u[l], n[l] * u[m]);
    }
    const Float8 per_area = one / (dot3(n, n) + Float8::all(1e-37f));
    for (int c = 0; c < 3; ++c) {
      Float8 w[3];
      for (int k = 0; k < 3; ++k) w[k] = corner[c][k] - face[0][k];
      const Float8 x = dot3(g, w) * per_area, y = dot3(h, w) * per_area;
      const Mask8 inside = (zero <= min(x, y)) & (x + y <= one);
      for (int k = 0; k < 3; ++k) w[k] = fused_minus(x, u[k], fused_minus(y, v[k], w[k]));
      const Float8 sq = select(inside, dot3(w, w), Float8::all(3e38f));
      if (turn_round)
        for (int k = 0; k < 3; ++k) w[k] = zero - w[k];
      keep_nearer(w, sq, best, best_sq);
    }
  }

  Float8 a_[3][3], b_[3][3];  // corner, coordinate
  float shift_[3];            // from the middle of b's leaf to that of a's
  float slack_;
  int count_a_, count_b_;
};

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
