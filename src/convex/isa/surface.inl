// A closed surface of triangles between points of the difference of two cores, for epa.inl.
//
// It is closed whatever rounding says is visible, because the triangles that replace some others have the same
// boundary, edge by edge; so it winds about the origin a whole number of times. When every triangle has the origin
// behind it, that number is at least 1, and a ball about the origin that meets no triangle lies inside the hull of the
// points. No convexity is needed, but there must be triangles. Which side of a sliver the origin is on is not known: a
// surface that had one proves nothing.
//
// Corners may be off, by `off` and 4 u R of rounding; moving them all that far leaves the origin inside as long as no
// triangle comes to it. So the corners are taken as they are, and that is subtracted in the end.
// A triangle is at least as far as its plane. With edges e and f from the corner p, the unit normal of e x f is off by
// 8 u |e||f| / |e x f| + 4 u, and the distance by |p| times that and 3 u |p|; 2 |e||f| <= |e|^2 + |f|^2.
// A sliver, whose plane is not known well, is at least as far as the line of its longest edge, less its height.
//
// Everything is done in an order that does not depend on which side is outside, so that swapping the arguments mirrors
// the answer: a triangle is a set of three corners, and a sign.
#include "convex/isa/glance.inl"
#include "graze/api.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

constexpr double gone = 1e300;

template <int words>
struct Surface {
  static constexpr int most_points = 64 * words, most_blocks = 96 * words;

  alignas(32) double p[most_points][4];
  Pair pair[most_points];
  // Triangles: outward unit normals, the distance of the plane, and the least distance that is proven; `gone` for those
  // that are replaced and for lanes to spare.
  alignas(64) double nx[8 * most_blocks], ny[8 * most_blocks], nz[8 * most_blocks];
  alignas(64) double height[8 * most_blocks], low[8 * most_blocks];
  std::uint8_t corner[3][8 * most_blocks];
  std::uint8_t turned[most_blocks];  // by lane: outward is against the order of the corners
  // By point: the ends of edges of removed triangles that start there, and the starts of those that end there.
  std::uint64_t leaving[most_points][words], arriving[most_points][words];
  int points = 0, blocks = 0;
  bool slivers = false;  // some triangle is or was one

  Point point(int i) const { return {p[i][0], p[i][1], p[i][2]}; }
  bool is_turned(int at) const { return (turned[at / 8] >> (at % 8) & 1) != 0; }
  int add(const Pair& added) {
    pair[points] = added;
    (added.b.lanes() - added.a.lanes()).store(p[points]);
    for (int w = 0; w < words; ++w) leaving[points][w] = arriving[points][w] = 0;
    return points++;
  }
};

struct Margins {
  double span, off;  // R, and how far points may be off
};

// A triangle by its longest edge alone.
template <int words>
void describe_sliver(Surface<words>& s, int at, const Margins& margins) {
  const Point p[3] = {s.point(s.corner[0][at]), s.point(s.corner[1][at]), s.point(s.corner[2][at])};
  int longest = 0;
  double square = -1;
  for (int i = 0; i < 3; ++i) {
    const Point e = p[(i + 1) % 3] - p[i];
    if (dot(e, e) > square) {
      square = dot(e, e);
      longest = i;
    }
  }
  const Point from = p[longest], e = p[(longest + 1) % 3] - from, f = p[(longest + 2) % 3] - from;
  const Point n = cross(e, f), k = cross(e, from), across = cross(k, e);
  const double length = __builtin_sqrt(square), error = 32 * rounding * margins.span + 2 * margins.off;
  const double far = norm(across);
  if (!(square > 0)) {  // all corners are one
    const double distance = norm(from);
    const Point unit = distance > 0 ? from * (1 / distance) : Point{0, 0, 0};
    s.nx[at] = unit.x;
    s.ny[at] = unit.y;
    s.nz[at] = unit.z;
    s.height[at] = distance;
    s.low[at] = distance - error;
    return;
  }
  const double distance = norm(k) / length;
  Point unit = across * (1 / far);
  if (!(distance > error)) {
    // The line passes through the origin: any direction across it may find room.
    const double area = norm(n);
    const Point axis = __builtin_fabs(e.x) <= __builtin_fabs(e.y) && __builtin_fabs(e.x) <= __builtin_fabs(e.z)
                           ? Point{1, 0, 0}
                       : __builtin_fabs(e.y) <= __builtin_fabs(e.z) ? Point{0, 1, 0}
                                                                    : Point{0, 0, 1};
    unit = area > 0 ? n * (s.is_turned(at) ? -1 : 1) : cross(e, axis);
    unit = unit * (1 / norm(unit));
  }
  s.nx[at] = unit.x;
  s.ny[at] = unit.y;
  s.nz[at] = unit.z;
  s.height[at] = distance;
  s.low[at] = distance - (norm(n) / length + 8 * error);
}

// Fills in the planes of a block whose corners are set; `apex`: the last corner of all of them, if they have one.
template <int words>
__attribute__((noinline)) void describe(Surface<words>& s, int block, int count, const double* apex,
                                        const Margins& margins) {
  const int first = 8 * block;
  const double* corner[3][8];
  for (int c = 0; c < (apex == nullptr ? 3 : 2); ++c)
    for (int lane = 0; lane < 8; ++lane) corner[c][lane] = s.p[s.corner[c][first + (lane < count ? lane : 0)]];
  const auto square = [](Double8 x, Double8 y, Double8 z) { return (x * x + y * y) + z * z; };
  const auto [x0, y0, z0] = columns(corner[0]);
  const auto [x1, y1, z1] = columns(corner[1]);
  const auto [x2, y2, z2] = apex == nullptr
                                ? columns(corner[2])
                                : Columns8{Double8::all(apex[0]), Double8::all(apex[1]), Double8::all(apex[2])};
  Double8 px = x2, py = y2, pz = z2, ex = x0, ey = y0, ez = z0, fx = x1, fy = y1, fz = z1;
  if (apex == nullptr) {
    // From the corner across the longest edge the others are seen at the widest angle.
    const Double8 edge_01 = square(x1 - x0, y1 - y0, z1 - z0), edge_12 = square(x2 - x1, y2 - y1, z2 - z1);
    const Double8 edge_20 = square(x0 - x2, y0 - y2, z0 - z2);
    const auto at_2 = (edge_12 < edge_01) & (edge_20 < edge_01), at_1 = edge_12 < edge_20;
    const auto pick = [&](Double8 p, Double8 q, Double8 r) { return choose(at_2, r, choose(at_1, q, p)); };
    px = pick(x0, x1, x2), py = pick(y0, y1, y2), pz = pick(z0, z1, z2);
    ex = pick(x1, x2, x0), ey = pick(y1, y2, y0), ez = pick(z1, z2, z0);
    fx = pick(x2, x0, x1), fy = pick(y2, y0, y1), fz = pick(z2, z0, z1);
  }
  ex = ex - px, ey = ey - py, ez = ez - pz;
  fx = fx - px, fy = fy - py, fz = fz - pz;
  const Double8 nx = ey * fz - ez * fy, ny = ez * fx - ex * fz, nz = ex * fy - ey * fx;
  const Double8 normal_square = square(nx, ny, nz), edges = square(ex, ey, ez) + square(fx, fy, fz);
  const Double8 inverse = Double8::all(1) / root(normal_square), outward = inverse * signs(s.turned[block]);
  const Double8 ux = nx * outward, uy = ny * outward, uz = nz * outward;
  const Double8 height = (ux * px + uy * py) + uz * pz;
  const Double8 tilt = Double8::all(16 * rounding) * (edges * inverse + Double8::all(1));
  const Double8 far = (abs(px) + abs(py)) + abs(pz);  // not below |p|
  const Double8 low = height - (far * tilt + Double8::all(margins.off));
  ux.store(s.nx + first);
  uy.store(s.ny + first);
  uz.store(s.nz + first);
  height.store(s.height + first);
  low.store(s.low + first);
  const unsigned sound = (Double8::all(1e-15) * (edges * edges) < normal_square).bits();
  for (int lane = count; lane < 8; ++lane) s.height[first + lane] = s.low[first + lane] = gone;
  for (unsigned slivers = ~sound & ((1u << count) - 1); slivers != 0; slivers &= slivers - 1) {
    s.slivers = true;
    describe_sliver(s, first + __builtin_ctz(slivers), margins);
  }
}

// Corners in increasing order, so that a set of three has one form. The lanes of a block are put in order.
template <int words>
inline void put(Surface<words>& s, int at, int a, int b, int c, bool turned) {
  s.corner[0][at] = std::uint8_t(a);
  s.corner[1][at] = std::uint8_t(b);
  s.corner[2][at] = std::uint8_t(c);
  const unsigned before = at % 8 == 0 ? 0 : s.turned[at / 8];
  s.turned[at / 8] = std::uint8_t(before | unsigned(turned) << (at % 8));
}

// Six times the volume of four points.
template <int words>
inline double volume(const Surface<words>& s, int i, int k, int l, int m) {
  const Point e = s.point(k) - s.point(i), f = s.point(l) - s.point(i), g = s.point(m) - s.point(i);
  return dot(cross(e, f), g);
}

template <int words>
inline void start(Surface<words>& s, const Margins& margins) {
  const bool turned = volume(s, 0, 1, 2, 3) > 0;
  put(s, 0, 0, 1, 2, turned);
  put(s, 1, 0, 1, 3, !turned);
  put(s, 2, 1, 2, 3, !turned);
  put(s, 3, 0, 2, 3, turned);
  s.blocks = 1;
  describe(s, 0, 4, nullptr, margins);
}

// Of five points: the first one above the next three, and the last one below.
template <int words>
inline void start_double(Surface<words>& s, const Margins& margins) {
  const bool turned = volume(s, 1, 2, 3, 4) > 0;
  put(s, 0, 0, 1, 2, turned);
  put(s, 1, 0, 2, 3, turned);
  put(s, 2, 0, 1, 3, !turned);
  put(s, 3, 1, 2, 4, !turned);
  put(s, 4, 2, 3, 4, !turned);
  put(s, 5, 1, 3, 4, turned);
  s.blocks = 1;
  describe(s, 0, 6, nullptr, margins);
}

// Replaces the triangles that the new point is above, and `worst`, by triangles to it. Triangles in one plane with it
// are replaced, too: the new ones would else be slivers where it is in line with an edge. False when there is no room,
// when nothing is left, or when an edge occurs twice in one sense, which the bits cannot tell; the surface is then no
// longer closed.
template <int words>
inline bool expand(Surface<words>& s, int worst, int point, double level, const Margins& margins) {
  const Point w = s.point(point);
  std::uint64_t touched[words] = {};
  bool doubled = false;
  const auto remove = [&](int at) {
    s.height[at] = s.low[at] = gone;
    int a = s.corner[0][at], b = s.corner[1][at], c = s.corner[2][at];
    if (s.is_turned(at)) {
      const int t = b;
      b = c;
      c = t;
    }
    const auto edge = [&](int from, int to) {
      const std::uint64_t bit = std::uint64_t(1) << (to % 64);
      doubled = doubled || (s.leaving[from][to / 64] & bit) != 0;
      s.leaving[from][to / 64] |= bit;
      s.arriving[to][from / 64] |= std::uint64_t(1) << (from % 64);
      touched[from / 64] |= std::uint64_t(1) << (from % 64);
    };
    edge(a, b);
    edge(b, c);
    edge(c, a);
  };
  const Double8 wx = Double8::all(w.x), wy = Double8::all(w.y), wz = Double8::all(w.z), margin = Double8::all(level);
  const int old_blocks = s.blocks;
  for (int block = 0; block < old_blocks; ++block) {
    const int first = 8 * block;
    const Double8 along =
        (Double8::load(s.nx + first) * wx + Double8::load(s.ny + first) * wy) + Double8::load(s.nz + first) * wz;
    unsigned seen = (Double8::load(s.height + first) - margin < along).bits();
    if (block == worst / 8) seen |= 1u << (worst % 8);
    for (; seen != 0; seen &= seen - 1) remove(first + __builtin_ctz(seen));
  }
  int lane = 0;
  bool room = !doubled;
  for (int word = 0; word < words; ++word) {
    for (std::uint64_t left = touched[word]; left != 0; left &= left - 1) {
      const int a = 64 * word + __builtin_ctzll(left);
      // Each boundary edge once, at its lesser end.
      for (int other = word; other < words; ++other) {
        const std::uint64_t out = s.leaving[a][other], in = s.arriving[a][other];
        const std::uint64_t greater = other == word ? ~std::uint64_t(1) << (a % 64) : ~std::uint64_t(0);
        for (std::uint64_t ends = (out ^ in) & greater; ends != 0; ends &= ends - 1) {
          const int b = 64 * other + __builtin_ctzll(ends);
          if (lane == 0) room = room && s.blocks < Surface<words>::most_blocks;
          if (!room) continue;
          put(s, 8 * s.blocks + lane, a, b, point, (out >> (b % 64) & 1) == 0);
          if (++lane == 8) {
            describe(s, s.blocks++, 8, s.p[point], margins);
            lane = 0;
          }
        }
      }
    }
  }
  if (lane != 0) describe(s, s.blocks++, lane, s.p[point], margins);
  room = room && s.blocks > old_blocks;
  for (int word = 0; word < words; ++word)
    for (std::uint64_t left = touched[word]; left != 0; left &= left - 1)
      for (int other = 0; other < words; ++other)
        s.leaving[64 * word + __builtin_ctzll(left)][other] = s.arriving[64 * word + __builtin_ctzll(left)][other] = 0;
  return room;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
