// Two boxes: the face or pair of edges along which they are farthest apart, and what two faces have in common, all in
// the frame of the box whose face it is.
#include <algorithm>
#include <cmath>

#include "response/manifold.h"

namespace graze {
namespace {

struct Spot {
  double u, v, w;  // along the sides of the face, and out of it
  std::uint32_t name, edge;
};
constexpr std::uint32_t first_face_side = 64;

// Keeps what is not beyond `limit` along u or v, times the sign.
template <double Spot::*along>
int cut(const Spot* from, int count, double sign, double limit, std::uint32_t side, Spot* to) {
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    const Spot &p = from[i], &q = from[i + 1 == count ? 0 : i + 1];
    const double dp = sign * p.*along - limit, dq = sign * q.*along - limit;
    if (dp <= 0) to[kept++] = p;
    if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0)) {
      const double t = dp / (dp - dq);
      to[kept++] = {p.u + (q.u - p.u) * t, p.v + (q.v - p.v) * t, p.w + (q.w - p.w) * t, 1u << 16 | p.edge << 8 | side,
                    dp < 0 ? first_face_side + side : p.edge};
    }
  }
  return kept;
}

// Four of the spots: the nearest, the one farthest from it, and the farthest on either side.
int four_of(Spot* spots, int count) {
  if (count <= 4) return count;
  int order[4] = {0, 0, 0, 0};
  for (int i = 1; i < count; ++i)
    if (spots[i].w < spots[order[0]].w - 1e-9) order[0] = i;
  const Spot& p = spots[order[0]];
  double most = -1, left = 0, right = 0;
  for (int i = 0; i < count; ++i) {
    const double u = spots[i].u - p.u, v = spots[i].v - p.v, size = u * u + v * v;
    if (size > most * (1 + 1e-9)) {
      most = size;
      order[1] = i;
    }
  }
  const double x = spots[order[1]].u - p.u, y = spots[order[1]].v - p.v;
  order[2] = order[3] = order[0];
  for (int i = 0; i < count; ++i) {
    const double across = x * (spots[i].v - p.v) - y * (spots[i].u - p.u);
    if (across > left * (1 + 1e-9)) {
      left = across;
      order[2] = i;
    }
    if (-across > right * (1 + 1e-9)) {
      right = -across;
      order[3] = i;
    }
  }
  std::sort(order, order + 4);
  const int kept = int(std::unique(order, order + 4) - order);
  for (int i = 0; i < kept; ++i) spots[i] = spots[order[i]];
  return kept;
}

// The face across `axis` of `one`, and the other box; `c` holds the axes of the other in the frame of the one, by
// columns, `d` its centre. `flip`: one is b.
bool press_face(Vec3 half_one, const BodyPlace& one, Vec3 half_other, const Mat3& c, Vec3 d, int axis, double range,
                bool flip, Press& result) {
  const double sign = d[axis] > 0 ? 1 : -1;
  const int u = axis == 2 ? 0 : axis + 1, v = u == 2 ? 0 : u + 1;
  // The side of the other that looks at it most.
  int side = 0;
  for (int j = 1; j < 3; ++j)
    if (std::fabs(c[j][axis]) > std::fabs(c[side][axis])) side = j;
  const double out = sign * c[side][axis] > 0 ? -1 : 1;
  const int p = side == 2 ? 0 : side + 1, q = p == 2 ? 0 : p + 1;
  const Vec3 middle = d + c[side] * (out * half_other[side]), along_p = c[p] * half_other[p],
             along_q = c[q] * half_other[q];
  Spot buffer[2][12];
  const Vec3 corners[4] = {middle - along_p - along_q, middle + along_p - along_q, middle + along_p + along_q,
                           middle - along_p + along_q};
  for (std::uint32_t i = 0; i < 4; ++i)
    buffer[0][i] = {corners[i][u], corners[i][v], sign * corners[i][axis] - half_one[axis],
                    std::uint32_t(side) << 4 | i, i};
  int count = cut<&Spot::u>(buffer[0], 4, 1, half_one[u], 0, buffer[1]);
  count = cut<&Spot::u>(buffer[1], count, -1, half_one[u], 1, buffer[0]);
  count = cut<&Spot::v>(buffer[0], count, 1, half_one[v], 2, buffer[1]);
  count = cut<&Spot::v>(buffer[1], count, -1, half_one[v], 3, buffer[0]);
  Spot* spots = buffer[0];
  int kept = 0;
  for (int i = 0; i < count; ++i)
    if (spots[i].w <= range) spots[kept++] = spots[i];
  kept = four_of(spots, kept);
  const Vec3 normal = one.turn[axis] * sign;
  result.normal = flip ? -normal : normal;
  result.side = flip ? PressSide::b : PressSide::a;
  result.count = kept;
  const std::uint64_t name = std::uint64_t(flip) << 63 | std::uint64_t(axis * 2 + (sign > 0)) << 32;
  for (int i = 0; i < kept; ++i) {
    // On a: on the face where that is a, else where the other is.
    Vec3 local;
    local[u] = spots[i].u;
    local[v] = spots[i].v;
    local[axis] = sign * (half_one[axis] + (flip ? spots[i].w : 0));
    result.points[i] = {one.turn * local + one.at, spots[i].w, name | spots[i].name};
  }
  return kept > 0;
}

}  // namespace

BoxPress press_boxes(Vec3 half_a, const BodyPlace& a, Vec3 half_b, const BodyPlace& b, double range, double skin,
                     Press& result) {
  const Vec3 apart = b.at - a.at;
  const Vec3 in_a = row_product(a.turn, apart), in_b = row_product(b.turn, apart);
  const Mat3 c{row_product(a.turn, b.turn.c0), row_product(a.turn, b.turn.c1), row_product(a.turn, b.turn.c2)};
  const Mat3 size = abs(c);
  const Vec3 extent_a = half_a + size * half_b, extent_b = half_b + row_product(size, half_a);
  const Vec3 gap_a = abs(in_a) - extent_a, gap_b = abs(in_b) - extent_b;
  const int axis_a = gap_a.x >= gap_a.y && gap_a.x >= gap_a.z ? 0 : gap_a.y >= gap_a.z ? 1 : 2;
  const int axis_b = gap_b.x >= gap_b.y && gap_b.x >= gap_b.z ? 0 : gap_b.y >= gap_b.z ? 1 : 2;
  const double best_a = gap_a[axis_a], best_b = gap_b[axis_b], best = std::max(best_a, best_b);
  if (best > range) return BoxPress::apart;
  const double slop = std::max(0.2 * skin, 0.02 * std::max(best, 0.0));
  for (int i = 0; i < 3; ++i) {
    const int i1 = i == 2 ? 0 : i + 1, i2 = i1 == 2 ? 0 : i1 + 1;
    for (int j = 0; j < 3; ++j) {
      const int j1 = j == 2 ? 0 : j + 1, j2 = j1 == 2 ? 0 : j1 + 1;
      const double sine_sq = 1 - c[j][i] * c[j][i];
      if (sine_sq < 1e-6) continue;
      const double over = std::fabs(in_a[i2] * c[j][i1] - in_a[i1] * c[j][i2]) -
                          (half_a[i1] * size[j][i2] + half_a[i2] * size[j][i1]) -
                          (half_b[j1] * size[j2][i] + half_b[j2] * size[j1][i]);
      const double most = best + slop;
      if (over > 0 && over * over > most * most * sine_sq) return BoxPress::unknown;
    }
  }
  if (best <= 0) return BoxPress::unknown;
  if (best_a >= best_b - 0.5 * slop) {
    if (press_face(half_a, a, half_b, c, in_a, axis_a, range, false, result)) return BoxPress::found;
  } else if (press_face(half_b, b, half_a, transpose(c), -in_b, axis_b, range, true, result)) {
    return BoxPress::found;
  }
  return BoxPress::unknown;
}

}  // namespace graze
