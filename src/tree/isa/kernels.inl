// Written once over the lane type, compiled once per instruction set. The tests of pairs can be had with `proven`
// false, too: without error bounds, believing every sign. The library never does; the benchmarks tell by it what bounds
// cost.
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
template <bool rigid, bool proven>
unsigned overlap_boxes(const PairMap& map, const OrientedNode& host, int slot, const OrientedNode& guest,
                       float* nearness) {
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
  const auto grown = [](Float8 reach, Float8 extra) {
    if constexpr (proven)
      return reach + extra;
    else
      return reach;
  };
  Float8 extra = Float8::all(0);
  if constexpr (proven)
    extra = ((H[0] + H[1]) + H[2]) * Float8::all(round * map.stretch) +
            Float8::all(map.slack + round * (h[0] + h[1] + h[2]));
  for (int j = 0; j < 3; ++j) {
    const Float8 g0 = Float8::load(guest.axis[j][0]), g1 = Float8::load(guest.axis[j][1]);
    const Float8 g2 = Float8::load(guest.axis[j][2]);
    for (int i = 0; i < 3; ++i) {
      A[j][i] = (g0 * Float8::all(row[i][0]) + g1 * Float8::all(row[i][1])) + g2 * Float8::all(row[i][2]);
      absA[j][i] = abs(A[j][i]);
    }
  }
  const auto host_reach = [&](int i) {
    return ((H[0] * absA[0][i] + H[1] * absA[1][i]) + H[2] * absA[2][i]) + grown(Float8::all(h[i]), extra);
  };
  Mask8 meet = abs(D[0]) <= host_reach(0);
  for (int i = 1; i < 3; ++i) meet = meet & (abs(D[i]) <= host_reach(i));

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
    meet = meet & (abs(along) <= grown(reach, extra_face));
  }
  if (meet.bits() == 0) return 0;

  for (int j = 0; j < 3; ++j) {
    const int p = (j + 1) % 3, q = (j + 2) % 3;
    for (int i = 0; i < 3; ++i) {
      const int k = (i + 1) % 3, l = (i + 2) % 3;
      const Float8 along = D[l] * A[j][k] - D[k] * A[j][l];
      const Float8 reach = (absA[j][l] * Float8::all(h[k]) + absA[j][k] * Float8::all(h[l])) +
                           (H[p] * abs_normal[q][i] + H[q] * abs_normal[p][i]);
      meet = meet & (abs(along) <= grown(reach, extra_edge));
    }
  }
  const Float8 apart = (D[0] * D[0] + D[1] * D[1]) + D[2] * D[2];
  const Float8 size =
      ((H[0] * H[0] + H[1] * H[1]) + H[2] * H[2]) + Float8::all((h[0] * h[0] + h[1] * h[1]) + h[2] * h[2]);
  (apart / size).store(nearness);
  return meet.bits();
}

template <bool proven>
unsigned overlap(const PairMap& map, const OrientedNode& host, int slot, const OrientedNode& guest, float* nearness) {
  return map.rigid ? overlap_boxes<true, proven>(map, host, slot, guest, nearness)
                   : overlap_boxes<false, proven>(map, host, slot, guest, nearness);
}

// The planes of eight triangles, and how far from 0 the side of a point must be to be sure.
struct Planes {
  Float8 normal[3], offset, bound;
};

// With U = 2^-24, every coordinate off by at most `error` and at most `reach` in size, and s = `span` bounding the
// width of the triangle along each axis. Edges are off by g = 2 error + 4 U reach, so a component of the normal, which
// is at most (s + g)^2, by N = 4 g (s + g) + 8 U (s + g)^2. Then the side n . p - n . b, evaluated in float, is off by
// at most 6 reach N + |n| (2 error + 16 U reach), |n| <= 3 (s + g)^2 + 3 N the sum of components: a polynomial in s +
// g.
template <bool proven>
inline Planes planes_of(const Float8 (&corner)[3][3], Float8 span, float error, float reach) {
  const float U = 0x1p-24f;
  Float8 e[3], f[3];
  for (int k = 0; k < 3; ++k) {
    e[k] = corner[1][k] - corner[0][k];
    f[k] = corner[2][k] - corner[0][k];
  }
  Planes planes;
  for (int k = 0; k < 3; ++k) {
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    planes.normal[k] = e[l] * f[m] - e[m] * f[l];
  }
  planes.offset = (planes.normal[0] * corner[0][0] + planes.normal[1] * corner[0][1]) + planes.normal[2] * corner[0][2];
  if constexpr (!proven) {
    planes.bound = Float8::all(0);
    return planes;
  }
  const float edge_error = 2 * error + 4 * U * reach, side_error = 2 * error + 16 * U * reach;
  const float per_normal = 6 * reach + 3 * side_error;
  const Float8 first = Float8::all(1.01f * 4 * edge_error * per_normal);
  const Float8 second = Float8::all(1.01f * (8 * U * per_normal + 3 * side_error));
  const Float8 size = span + Float8::all(edge_error);
  planes.bound = size * (first + size * second) + Float8::all(1e-37f);
  return planes;
}

// Bit i when triangle i of the planes' leaf may not be parted by its own plane from the triangle in the given slot.
template <bool proven>
inline unsigned not_parted(const Planes& planes, const float (&corner)[3][3][8], int slot) {
  Float8 side[3];
  for (int c = 0; c < 3; ++c)
    side[c] =
        ((planes.normal[0] * Float8::all(corner[c][0][slot]) + planes.normal[1] * Float8::all(corner[c][1][slot])) +
         planes.normal[2] * Float8::all(corner[c][2][slot])) -
        planes.offset;
  const Float8 least = min(side[0], min(side[1], side[2])), most = max(side[0], max(side[1], side[2]));
  if constexpr (proven)
    return ((least <= planes.bound) & (Float8::all(0) - planes.bound <= most)).bits();
  else
    return ((least <= Float8::all(0)) & (Float8::all(0) <= most)).bits();
}

enum class Verdict { no, yes, unsure };

// Planes, one by one.
struct StoredPlanes {
  float normal[3][8], offset[8];

  explicit StoredPlanes(const Planes& planes) {
    for (int k = 0; k < 3; ++k) planes.normal[k].store(normal[k]);
    planes.offset.store(offset);
  }
};

// What the signs of one pair of triangles may be off by. Their boxes meet, so no corner of one is farther than c = a +
// b from one of the other, a and b their widths, which here include the error g of an edge.
struct PairBounds {
  float guest_plane, host_plane, determinant;

  // As for Planes, but that n - n' multiplies p - b, which is c at most: 3 c N for 6 reach N.
  // Of six products of three in a determinant, each is off by at most g (ab + bc + ca) and 10 U abc.
  PairBounds(float guest_span, float host_span, float error, float reach) {
    const float U = 0x1p-24f, g = 2 * error + 4 * U * reach, side_error = 2 * error + 16 * U * reach;
    const float a = guest_span + g, b = host_span + g, c = a + b;
    const float per_normal = 3.03f * (c + side_error);
    const float first = 4 * g * per_normal, second = 8 * U * per_normal + 3.03f * side_error;
    guest_plane = a * (first + a * second) + 1e-37f;
    host_plane = b * (first + b * second) + 1e-37f;
    determinant = 7 * (g * (a * b + c * c) + 10 * U * (a * b * c)) + 1e-37f;
  }
};

// Sides of a triangle's corners to a plane: the corner that is alone on its side, and which side that is. `no` when all
// are on one side, `unsure` when a side is not known.
template <bool proven>
inline Verdict lone_corner(const StoredPlanes& planes, int plane, float bound, const float (&corner)[3][3][8], int slot,
                           int& lone, bool& positive) {
  bool above[3];
  for (int c = 0; c < 3; ++c) {
    const float side = ((planes.normal[0][plane] * corner[c][0][slot] + planes.normal[1][plane] * corner[c][1][slot]) +
                        planes.normal[2][plane] * corner[c][2][slot]) -
                       planes.offset[plane];
    above[c] = side > 0;
    if (proven && !((above[c] ? side : -side) > bound)) return Verdict::unsure;
  }
  lone = above[1] == above[2] ? 0 : above[0] == above[2] ? 1 : 2;
  positive = above[lone];
  return above[0] == above[1] && above[1] == above[2] ? Verdict::no : Verdict::yes;
}

// det(x, y, z) against 0, computed to within `bound`.
template <bool proven>
inline Verdict negative_determinant(const float* x, const float* y, const float* z, float bound) {
  const float determinant =
      (x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2])) + x[2] * (y[0] * z[1] - y[1] * z[0]);
  if constexpr (!proven) return determinant <= 0 ? Verdict::yes : Verdict::no;
  return determinant < -bound ? Verdict::yes : determinant > bound ? Verdict::no : Verdict::unsure;
}

// The interval test of narrow/triangle/triangle_triangle.cpp in float.
template <bool proven>
inline Verdict triangles(const StoredPlanes& guest_planes, const StoredPlanes& host_planes,
                         const float (&guest)[3][3][8], const float (&host)[3][3][8], int i, int j,
                         const PairBounds& bounds) {
  int lone_a, lone_b;
  bool positive_a, positive_b;
  const Verdict side_a = lone_corner<proven>(host_planes, j, bounds.host_plane, guest, i, lone_a, positive_a);
  if (side_a != Verdict::yes) return side_a;
  const Verdict side_b = lone_corner<proven>(guest_planes, i, bounds.guest_plane, host, j, lone_b, positive_b);
  if (side_b != Verdict::yes) return side_b;
  int a1 = (lone_a + 1) % 3, a2 = (lone_a + 2) % 3, b1 = (lone_b + 1) % 3, b2 = (lone_b + 2) % 3;
  if (!positive_a) {
    const int t = b1;
    b1 = b2;
    b2 = t;
  }
  if (!positive_b) {
    const int t = a1;
    a1 = a2;
    a2 = t;
  }
  float between[3], edge_a[3], edge_b[3];
  for (int k = 0; k < 3; ++k) {
    between[k] = host[lone_b][k][j] - guest[lone_a][k][i];
    edge_a[k] = guest[a1][k][i] - guest[lone_a][k][i];
    edge_b[k] = host[b1][k][j] - host[lone_b][k][j];
  }
  const Verdict first = negative_determinant<proven>(edge_a, between, edge_b, bounds.determinant);
  if (first == Verdict::no) return first;
  for (int k = 0; k < 3; ++k) {
    edge_a[k] = guest[a2][k][i] - guest[lone_a][k][i];
    edge_b[k] = host[b2][k][j] - host[lone_b][k][j];
  }
  const Verdict second = negative_determinant<proven>(edge_a, edge_b, between, bounds.determinant);
  if (second == Verdict::no) return second;
  return first == Verdict::yes && second == Verdict::yes ? Verdict::yes : Verdict::unsure;
}

// Of an 8 x 8 matrix of bits: blocks of 1, 2 and 4 change places across the diagonal.
inline std::uint64_t transposed(std::uint64_t x) {
  std::uint64_t t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aau;
  x ^= t ^ (t << 7);
  t = (x ^ (x >> 14)) & 0x0000cccc0000ccccu;
  x ^= t ^ (t << 14);
  t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0u;
  return x ^ t ^ (t << 28);
}

template <bool proven>
bool leaf_pair(const PairMap& map, const Leaf& host, const Leaf& guest, bool one, LeafMeetings& meetings) {
  // The guest in the host leaf's coordinates; where its centre goes is found in double.
  float rotate[3][3], shift[3], reach = host.radius;
  for (int r = 0; r < 3; ++r) {
    double sum = 0;
    const double row[3] = {r == 0   ? map.to_host.c0.x
                           : r == 1 ? map.to_host.c0.y
                                    : map.to_host.c0.z,
                           r == 0   ? map.to_host.c1.x
                           : r == 1 ? map.to_host.c1.y
                                    : map.to_host.c1.z,
                           r == 0   ? map.to_host.c2.x
                           : r == 1 ? map.to_host.c2.y
                                    : map.to_host.c2.z};
    for (int k = 0; k < 3; ++k) {
      rotate[r][k] = float(row[k]);
      sum += row[k] * double(guest.centre[k]);
    }
    sum += r == 0 ? map.shift.x : r == 1 ? map.shift.y : map.shift.z;
    shift[r] = float(sum - double(host.centre[r]));
    const float size = (shift[r] < 0 ? -shift[r] : shift[r]) + 1.8f * map.norm * guest.radius;
    reach = size > reach ? size : reach;
  }
  // Corners are rounded to 2^-24 of the radius of their leaf, and the map below to 4 * 2^-24 of what it adds up.
  const float error = proven ? map.pad + 8 * 0x1p-24f * reach : 0;

  Float8 host_corner[3][3], guest_corner[3][3];
  float carried[3][3][8];
  for (int c = 0; c < 3; ++c) {
    const Float8 x = Float8::load(guest.corner[c][0]), y = Float8::load(guest.corner[c][1]);
    const Float8 z = Float8::load(guest.corner[c][2]);
    for (int k = 0; k < 3; ++k) {
      host_corner[c][k] = Float8::load(host.corner[c][k]);
      guest_corner[c][k] =
          ((x * Float8::all(rotate[k][0]) + y * Float8::all(rotate[k][1])) + z * Float8::all(rotate[k][2])) +
          Float8::all(shift[k]);
      guest_corner[c][k].store(carried[c][k]);
    }
  }
  // Most pairs are far from each other sideways: their boxes in the host's frame say so.
  Float8 host_lo[3], host_hi[3], guest_low[3], guest_high[3];
  float guest_lo[3][8], guest_hi[3][8];
  const Float8 grow = Float8::all(2 * error);
  for (int k = 0; k < 3; ++k) {
    const auto least = [k](const Float8(&c)[3][3]) { return min(c[0][k], min(c[1][k], c[2][k])); };
    const auto most = [k](const Float8(&c)[3][3]) { return max(c[0][k], max(c[1][k], c[2][k])); };
    host_lo[k] = least(host_corner);
    host_hi[k] = most(host_corner);
    guest_low[k] = proven ? least(guest_corner) - grow : least(guest_corner);
    guest_high[k] = proven ? most(guest_corner) + grow : most(guest_corner);
    guest_low[k].store(guest_lo[k]);
    guest_high[k].store(guest_hi[k]);
  }
  // Row i, byte i of the word, has a bit for each triangle of the host that triangle i of the guest may meet.
  const unsigned host_valid = (1u << host.count) - 1;
  std::uint64_t rows = 0;
  for (int i = 0; i < int(guest.count); ++i) {
    Mask8 near = (host_lo[0] <= Float8::all(guest_hi[0][i])) & (Float8::all(guest_lo[0][i]) <= host_hi[0]);
    near = near & (host_lo[1] <= Float8::all(guest_hi[1][i])) & (Float8::all(guest_lo[1][i]) <= host_hi[1]);
    near = near & (host_lo[2] <= Float8::all(guest_hi[2][i])) & (Float8::all(guest_lo[2][i]) <= host_hi[2]);
    rows |= std::uint64_t(near.bits() & host_valid) << (8 * i);
  }
  rows &= ~meetings.skipped;
  if (rows == 0) return false;

  const auto widest = [](const Float8(&lo)[3], const Float8(&hi)[3]) {
    return max(hi[0] - lo[0], max(hi[1] - lo[1], hi[2] - lo[2]));
  };
  Float8 host_span = Float8::all(0), guest_span = Float8::all(0);
  if constexpr (proven) {
    host_span = widest(host_lo, host_hi);
    guest_span = widest(guest_low, guest_high);
  }
  const Planes host_planes = planes_of<proven>(host_corner, host_span, error, reach);
  for (int i = 0; i < int(guest.count); ++i)
    if ((rows >> (8 * i) & 0xff) != 0)
      rows &= ~(std::uint64_t(~not_parted<proven>(host_planes, carried, i) & 0xff) << (8 * i));
  if (rows == 0) return false;

  const Planes guest_planes = planes_of<proven>(guest_corner, guest_span, error, reach);
  std::uint64_t columns = transposed(rows);
  for (int j = 0; j < int(host.count); ++j)
    if ((columns >> (8 * j) & 0xff) != 0)
      columns &= ~(std::uint64_t(~not_parted<proven>(guest_planes, host.corner, j) & 0xff) << (8 * j));
  if (columns == 0) return false;
  rows = transposed(columns);
  for (int i = 0; i < Leaf::width; ++i) {
    meetings.possible[i] = std::uint8_t(rows >> (8 * i));
    meetings.certain[i] = 0;
  }

  const StoredPlanes host_stored(host_planes), guest_stored(guest_planes);
  float host_spans[8], guest_spans[8];
  host_span.store(host_spans);
  guest_span.store(guest_spans);
  for (int i = 0; i < Leaf::width; ++i) {
    for (unsigned bits = meetings.possible[i]; bits != 0; bits &= bits - 1) {
      const int j = __builtin_ctz(bits);
      const PairBounds bounds(guest_spans[i], host_spans[j], error, reach);
      const Verdict verdict = triangles<proven>(guest_stored, host_stored, carried, host.corner, i, j, bounds);
      if (verdict == Verdict::no) meetings.possible[i] = std::uint8_t(meetings.possible[i] & ~(1u << j));
      if (verdict == Verdict::yes) meetings.certain[i] = std::uint8_t(meetings.certain[i] | 1u << j);
      if (verdict == Verdict::yes && one) return true;
    }
  }
  return true;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
