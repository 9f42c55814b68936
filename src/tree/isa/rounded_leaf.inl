// The triangles of a leaf against a volume; see LeafMap. Written once over the lane type, a triangle a lane.
//
// Corners in the coordinates of the map, as floats, are off by at most `error` each: what the map is off by (`pad`,
// which also has what the volume itself is off by), and 8 U of the size M of the numbers, U = 2^-24. That moves no
// point of a triangle by more, so that the triangles as they are written may be taken for exact against a volume that
// is smaller or larger by as much.
#include "math/wide_select.h"
#include "tree/rounded_box.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

struct CarriedLeaf {
  Float8 corner[3][3];
  float farthest;  // M
  float error;
};

inline CarriedLeaf carried_leaf(const LeafMap& map, const Leaf& leaf) {
  CarriedLeaf result;
  result.farthest = 0;
  float linear[3][3], shift[3];
  for (int r = 0; r < 3; ++r) {
    double sum = map.shift[r];
    for (int k = 0; k < 3; ++k) {
      linear[r][k] = float(map.linear[r][k]);
      sum += map.linear[r][k] * double(leaf.centre[k]);
    }
    shift[r] = float(sum);
    const float size = (shift[r] < 0 ? -shift[r] : shift[r]) + map.norm * leaf.radius;
    result.farthest = size > result.farthest ? size : result.farthest;
  }
  result.error = map.pad + 8 * 0x1p-24f * result.farthest;
  for (int c = 0; c < 3; ++c) {
    const Float8 x = Float8::load(leaf.corner[c][0]), y = Float8::load(leaf.corner[c][1]);
    const Float8 z = Float8::load(leaf.corner[c][2]);
    for (int r = 0; r < 3; ++r)
      result.corner[c][r] =
          fused(z, Float8::all(linear[r][2]),
                fused(y, Float8::all(linear[r][1]), fused(x, Float8::all(linear[r][0]), Float8::all(shift[r]))));
  }
  return result;
}

inline void subtract(const Float8 (&a)[3], const Float8 (&b)[3], Float8 (&result)[3]) {
  for (int k = 0; k < 3; ++k) result[k] = a[k] - b[k];
}

inline void crossed(const Float8 (&a)[3], const Float8 (&b)[3], Float8 (&result)[3]) {
  for (int k = 0; k < 3; ++k) {
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    result[k] = fused_minus(a[m], b[l], a[l] * b[m]);
  }
}

// Against the cube, by the 13 axes of a triangle and a box (Akenine-Moeller). Along an axis n the corners are at p_c,
// the cube between -+ s |n|, |n| the sum of its components. Any n parts, as it is written; p_c rounds by 4 U M |n| and
// the other side by 2 U |n|, both of which `outer` has. That none of the axes part is the answer, too, if it holds for
// the true ones: those along the coordinates are; e x f has components of an edge f, off by U of themselves, which
// moves p_c by 2 U M |n|: in `inner`; the normal's components are off by 6 U F G, F and G the widths of two edges. An
// axis without length says nothing, so that then nothing is certain.
inline LeafBits leaf_in_cube(const LeafMap& map, const Leaf& leaf) {
  const CarriedLeaf carried = carried_leaf(map, leaf);
  const Float8(&v)[3][3] = carried.corner;
  const float rounding = 16 * 0x1p-24f * (carried.farthest + 2);
  const Float8 outer = Float8::all(1 + carried.error + rounding);
  const Float8 inner = Float8::all(1 - carried.error - 2 * rounding);
  const Float8 tiny = Float8::all(1e-35f), zero = Float8::all(0);
  Mask8 near = zero <= zero, certain = near;
  Mask8 corner_inside[3] = {near, near, near};
  const auto axis = [&](Float8 least, Float8 most, Float8 size, Float8 off) {
    const Float8 far = fused(size, outer, tiny), deep = fused(size, inner, zero - off);
    near = near & (least <= far) & (zero - far <= most);
    certain = certain & (least <= deep) & (zero - deep <= most);
  };
  for (int k = 0; k < 3; ++k) {
    axis(min(v[0][k], min(v[1][k], v[2][k])), max(v[0][k], max(v[1][k], v[2][k])), Float8::all(1), zero);
    for (int c = 0; c < 3; ++c) corner_inside[c] = corner_inside[c] & (abs(v[c][k]) <= inner);
  }
  const unsigned valid = (1u << leaf.count) - 1;
  const unsigned corners = (corner_inside[0].bits() | corner_inside[1].bits() | corner_inside[2].bits()) & valid;
  if ((near.bits() & valid & ~corners) == 0) return {near.bits() & valid, corners};

  Float8 f[3][3];
  for (int c = 0; c < 3; ++c) subtract(v[(c + 1) % 3], v[c], f[c]);
  Float8 n[3], p[3];
  crossed(f[0], f[1], n);
  for (int c = 0; c < 3; ++c) p[c] = product(n, v[c]);
  const auto width = [](const Float8(&edge)[3]) { return max(abs(edge[0]), max(abs(edge[1]), abs(edge[2]))); };
  axis(min(p[0], min(p[1], p[2])), max(p[0], max(p[1], p[2])), (abs(n[0]) + abs(n[1])) + abs(n[2]),
       (width(f[0]) * width(f[1])) * Float8::all(32 * 0x1p-24f * (carried.farthest + 1)) + tiny);
  for (int c = 0; c < 3; ++c) {
    const Float8(&a)[3] = v[c], (&b)[3] = v[(c + 2) % 3];  // the corners on edge c are at the same place
    for (int k = 0; k < 3; ++k) {
      const int l = (k + 1) % 3, m = (k + 2) % 3;
      const Float8 on_edge = fused_minus(f[c][l], a[m], f[c][m] * a[l]);
      const Float8 other_end = fused_minus(f[c][l], v[(c + 1) % 3][m], f[c][m] * v[(c + 1) % 3][l]);
      const Float8 opposite = fused_minus(f[c][l], b[m], f[c][m] * b[l]);
      axis(min(on_edge, min(other_end, opposite)), max(on_edge, max(other_end, opposite)), abs(f[c][l]) + abs(f[c][m]),
           tiny);
    }
  }
  const unsigned near_bits = near.bits() & valid;
  return {near_bits, (certain.bits() & near_bits) | corners};
}

// The nearest points found so far: `at` is from the segment to the triangle.
struct Nearest8 {
  Float8 at[3], sq;

  void take(const Float8 (&from)[3]) {
    const Float8 length_sq = product(from, from);
    const Mask8 nearer = length_sq <= sq;
    for (int k = 0; k < 3; ++k) at[k] = select(nearer, from[k], at[k]);
    sq = select(nearer, length_sq, sq);
  }
};

inline Float8 clamped(Float8 x, float least, float most) { return min(max(x, Float8::all(least)), Float8::all(most)); }

// The foot of a point on the plane of the triangle, where it is inside of it; clamped so that it is at least near the
// triangle, whatever rounding did.
inline void take_face(const CarriedLeaf& leaf, const Float8 (&f)[3], const Float8 (&g)[3], const Float8 (&n)[3],
                      Float8 per_area, const float (&point)[3], Nearest8& nearest) {
  Float8 from[3], side[3], foot[3];
  for (int k = 0; k < 3; ++k) from[k] = Float8::all(point[k]) - leaf.corner[0][k];
  crossed(from, g, side);
  const Float8 x = clamped(product(side, n) * per_area, 0, 1);
  crossed(f, from, side);
  const Float8 y = min(clamped(product(side, n) * per_area, 0, 1), Float8::all(1) - x);
  for (int k = 0; k < 3; ++k) foot[k] = fused(x, f[k], fused(y, g[k], Float8::all(0) - from[k]));
  nearest.take(foot);
}

// Against a rounded segment. The points found are on the two sets but for 16 U (M + |half|), so their distance bounds
// the true one from above; along the line between them, as along any other, the sets are apart by no more than the
// truth.
inline LeafBits leaf_near_segment(const LeafMap& map, const Leaf& leaf) {
  const CarriedLeaf carried = carried_leaf(map, leaf);
  const Float8(&v)[3][3] = carried.corner;
  const float(&e)[3] = map.half;
  const auto size = [](float x) { return x < 0 ? -x : x; };
  const float slack =
      4 * carried.error + 64 * 0x1p-24f * (carried.farthest + (size(e[0]) + size(e[1])) + size(e[2])) + 1e-30f;
  const Float8 zero = Float8::all(0), tiny = Float8::all(1e-30f);
  const float ee = (e[0] * e[0] + e[1] * e[1]) + e[2] * e[2];
  const bool long_core = ee > 0;
  const Float8 per_ee = Float8::all(1 / (ee + 1e-30f));
  Nearest8 nearest;
  for (int k = 0; k < 3; ++k) nearest.at[k] = zero;
  nearest.sq = Float8::all(__builtin_huge_valf());
  Float8 f[3][3];
  for (int c = 0; c < 3; ++c) {
    subtract(v[(c + 1) % 3], v[c], f[c]);
    const Float8 ff = product(f[c], f[c]) + tiny, af = product(v[c], f[c]);
    Float8 from[3];
    if (!long_core) {
      const Float8 t = clamped((zero - af) / ff, 0, 1);
      for (int k = 0; k < 3; ++k) from[k] = fused(t, f[c][k], v[c][k]);
    } else {
      const Float8 ef = along(f[c], e), ae = along(v[c], e);
      const Float8 area = max(fused_minus(ef, ef, ff * Float8::all(ee)), tiny);
      const Float8 first = clamped(fused_minus(af, Float8::all(ee), ef * ae) / area, 0, 1);
      const Float8 s = clamped(fused(first, ef, ae) * per_ee, -1, 1);
      const Float8 t = clamped(fused_minus(Float8::all(1), af, ef * s) / ff, 0, 1);
      for (int k = 0; k < 3; ++k) from[k] = fused_minus(s, Float8::all(e[k]), fused(t, f[c][k], v[c][k]));
    }
    nearest.take(from);
  }
  Float8 n[3], g[3];
  subtract(v[2], v[0], g);
  crossed(f[0], g, n);
  const Float8 per_area = Float8::all(1) / (product(n, n) + tiny);
  take_face(carried, f[0], g, n, per_area, e, nearest);
  if (long_core) {
    const float other[3] = {-e[0], -e[1], -e[2]};
    take_face(carried, f[0], g, n, per_area, other, nearest);
  }
  const Float8 length = sqrt(nearest.sq);
  Float8 apart = min(product(nearest.at, v[0]), min(product(nearest.at, v[1]), product(nearest.at, v[2])));
  if (long_core) apart = apart - abs(along(nearest.at, e));
  const unsigned valid = (1u << leaf.count) - 1;
  // Both sides of the first are off by 8 U (M + |half|) times the length, among the slack.
  const unsigned near = (apart <= length * Float8::all(map.radius_up + slack)).bits() & valid;
  const float deep = map.radius_down - slack;
  const unsigned certain = deep > 0 ? (length <= Float8::all(deep)).bits() & near : 0;
  return {near, certain};
}

inline LeafBits rounded_leaf(const LeafMap& map, const Leaf& leaf) {
  return map.cube ? leaf_in_cube(map, leaf) : leaf_near_segment(map, leaf);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
