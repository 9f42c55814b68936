// One step of the search: the point nearest to the origin of a simplex and a new point, in lanes.
//
// Lanes 0 to 2 hold the points p0, p1, p2 of the old simplex, a simplex of fewer repeating the last; lane 3 repeats it
// too. The new point w is part of the answer: the search goes on only when w is nearer along the direction than the old
// simplex. So there are eight candidates: w; the edges from w to p_i; the triangles w, p_i, p_i+1; the inside.
//
// Directions are made by cross products, never as differences of nearly equal points: that of an edge e is (e x w) x e,
// across the edge but for rounding even when the origin is much nearer to it than its ends.
#include <limits>

#include "convex/isa/core.inl"
#include "graze/api.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct Lanes4 {
  Double4 x, y, z;
};
inline Lanes4 operator-(const Lanes4& a, const Lanes4& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Double4 dot(const Lanes4& a, const Lanes4& b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
inline Lanes4 cross(const Lanes4& a, const Lanes4& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Lanes4 yzx(const Lanes4& a) { return {yzx(a.x), yzx(a.y), yzx(a.z)}; }
inline Lanes4 zxy(const Lanes4& a) { return {zxy(a.x), zxy(a.y), zxy(a.z)}; }
inline Lanes4 everywhere(Point p) { return {all4(p.x), all4(p.y), all4(p.z)}; }
inline Lanes4 permute(const Lanes4& a, const Permutation4& p) {
  return {permute(a.x, p), permute(a.y, p), permute(a.z, p)};
}
inline Lanes4 with_last(const Lanes4& a, const Lanes4& b) {
  return {with_last(a.x, b.x), with_last(a.y, b.y), with_last(a.z, b.z)};
}

struct Simplex {
  Lanes4 p;
  Double4 slot;  // of each point in the list of those found
  int size;
};

struct SimplexPoint {
  Point direction;  // of the nearest point of the simplex from the origin, any length
  double square;    // its squared distance
};

// Directions of the candidates, and how much of each corner is in their nearest points, in any unit and by the place of
// the candidate: 0 to 2 triangles, 3 to 5 edges, 6 a corner.
struct Candidates {
  alignas(32) double x[8], y[8], z[8];
  double share[3][8];
};

inline Simplex single(Point p, double slot) { return {everywhere(p), all4(slot), 1}; }

// By the place of the least candidate: the triangles 0 to 2, the edges 3 to 5, w.
struct Choice {
  Permutation4 lanes;
  int size;
};
constexpr Choice choices[7] = {{permutation4(0, 1, 3, 3), 3}, {permutation4(1, 2, 3, 3), 3},
                               {permutation4(2, 0, 3, 3), 3}, {permutation4(0, 3, 3, 3), 2},
                               {permutation4(1, 3, 3, 3), 2}, {permutation4(2, 3, 3, 3), 2},
                               {permutation4(3, 3, 3, 3), 1}};

// The simplex becomes the part of itself and w that is nearest to the origin. Returns false, and leaves it, when there
// is none with a smaller square than `nearest` has; `maybe_inside` when the tetrahedron, whose
// slots are then written to `corners`, seems to hold the origin. `at`: the place among the candidates.
struct Step {
  bool nearer, maybe_inside;
  int at;
};
template <bool shares>
GRAZE_INLINE_LANES Step advance(Simplex& s, Point w, double slot, SimplexPoint& nearest, double* corners,
                                Candidates& c) {
  const Lanes4 apex = everywhere(w);
  const Lanes4 e = s.p - apex, f = yzx(e);
  const Lanes4 k = cross(e, apex), n = cross(e, f);
  const Double4 zero = all4(0.0), none = all4(infinite);
  const Double4 normal_square = dot(n, n), height = dot(n, apex);
  const Double4 share_e = dot(n, yzx(k)), share_f = -dot(n, k);
  const Double4 share_w = normal_square - (share_e + share_f);
  const auto on_triangle = (zero < share_e) & (zero < share_f) & (zero < share_w);
  const Double4 volume = dot(n, zxy(e)), outer = height * volume;
  const bool maybe_inside = (outer < zero).bits() == 7;
  if (maybe_inside) with_last(s.slot, all4(slot)).store(corners);
  (n.x * height).store(c.x);
  (n.y * height).store(c.y);
  (n.z * height).store(c.z);
  if (shares) {
    share_e.store(c.share[0]);
    share_f.store(c.share[1]);
    share_w.store(c.share[2]);
  }
  const Double4 wide = with_last(choose(on_triangle, (height * height) / normal_square, none), none);

  // A triangle that the origin is outside of and projects into is the nearest part: no need to compare.
  const unsigned sure = (on_triangle & (zero < outer)).bits() & 7;
  int at = __builtin_ctz(sure | 8u);
  double least = infinite;
  if (sure != 0) {
    alignas(32) double squares[4];
    wide.store(squares);
    least = squares[at];
  }
  const double enough = nearest.square * (1 - 0x1p-46);
  if (!(least < enough)) {
    const Double4 edge_share = -dot(e, apex), edge_square = dot(e, e);
    const auto on_edge = (zero < edge_share) & (edge_share < edge_square);
    const Lanes4 across = with_last(cross(k, e), apex);
    across.x.store(c.x + 3);
    across.y.store(c.y + 3);
    across.z.store(c.z + 3);
    if (shares) {
      with_last(edge_share, all4(1)).store(c.share[0] + 3);
      with_last(edge_square - edge_share, zero).store(c.share[1] + 3);
      zero.store(c.share[2] + 3);
    }
    const Double4 narrow = with_last(choose(on_edge, dot(k, k) / edge_square, none), all4(dot(w, w)));
    least = least_lane(min(narrow, wide));
    if (!(least < enough)) return {false, maybe_inside, 0};
    const unsigned in_wide = (wide == all4(least)).bits(), in_narrow = (narrow == all4(least)).bits();
    at = __builtin_ctz(in_wide | in_narrow << 3 | 1u << 6);
  }
  const Choice& choice = choices[at];
  s.p = permute(with_last(s.p, apex), choice.lanes);
  s.slot = permute(with_last(s.slot, all4(slot)), choice.lanes);
  s.size = choice.size;
  nearest = {{c.x[at], c.y[at], c.z[at]}, least};
  return {true, maybe_inside, at};
}

// The nearest part of a triangle, any of its points allowed; lane 3 repeats lane 2.
constexpr Choice parts[6] = {{permutation4(0, 1, 1, 1), 2}, {permutation4(1, 2, 2, 2), 2},
                             {permutation4(2, 0, 0, 0), 2}, {permutation4(0, 0, 0, 0), 1},
                             {permutation4(1, 1, 1, 1), 1}, {permutation4(2, 2, 2, 2), 1}};
// Writes the shares of the corners to `c`, in the order of the simplex, at the place 0.
GRAZE_INLINE_LANES SimplexPoint reduce(Simplex& s, Candidates& c) {
  const Lanes4 e = yzx(s.p) - s.p, k = cross(e, s.p), n = cross(e, yzx(e));
  const Double4 zero = all4(0.0), none = all4(infinite);
  const Double4 share = -dot(n, k);  // of the corner across the edge
  if (((zero < share).bits() & 7) == 7) {
    const Point normal{n.x.v[0], n.y.v[0], n.z.v[0]}, corner{s.p.x.v[0], s.p.y.v[0], s.p.z.v[0]};
    const double height = dot(normal, corner), square = dot(normal, normal);
    s.size = 3;
    c.share[0][0] = share.v[1];
    c.share[1][0] = share.v[2];
    c.share[2][0] = share.v[0];
    return {normal * height, height * height / square};
  }
  const Double4 edge_share = -dot(e, s.p), edge_square = dot(e, e);
  const auto on_edge = (zero < edge_share) & (edge_share < edge_square);
  const Double4 edge = with_last(choose(on_edge, dot(k, k) / edge_square, none), none);
  const Double4 vertex = with_last(dot(s.p, s.p), none);
  const double least = least_lane(min(edge, vertex));
  const unsigned in_edge = (edge == all4(least)).bits(), in_vertex = (vertex == all4(least)).bits();
  const int at = __builtin_ctz(in_edge | in_vertex << 3 | 1u << 5);
  const Lanes4 across = cross(k, e);
  across.x.store(c.x);
  across.y.store(c.y);
  across.z.store(c.z);
  s.p.x.store(c.x + 3);
  s.p.y.store(c.y + 3);
  s.p.z.store(c.z + 3);
  (edge_square - edge_share).store(c.share[0]);
  all4(1).store(c.share[0] + 3);
  edge_share.store(c.share[1]);
  zero.store(c.share[1] + 3);
  c.share[0][0] = c.share[0][at];
  c.share[1][0] = c.share[1][at];
  c.share[2][0] = 0;
  s.p = permute(s.p, parts[at].lanes);
  s.slot = permute(s.slot, parts[at].lanes);
  s.size = parts[at].size;
  return {{c.x[at], c.y[at], c.z[at]}, least};
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
