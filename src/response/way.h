// The way of a body in a tick, and the proof that two pieces stay apart on theirs.
//
// The centre c goes straight by `by`, and the body turns evenly about the vector part v of a quaternion d by its angle
// 2 phi, at most pi, phi = asin(|v| / |d|). Along n a point x at y from the centre is at
//   f(t) = n.(c + t by) + n.R(2 phi t) y,   |f''| <= (2 phi)^2 r |n x k|,   r = |y|, k = v / |v|,
// so f is at most its chord plus t (1 - t) B with B = (2 phi)^2 r |n x k| / 2. Of two pieces with gaps g0 and g1 along
// n at both ends, the gap at t is at least (1 - t) g0 + t g1 - t (1 - t) K, where K adds both B. That is above 0
// throughout exactly when g0 > 0, g1 > 0 and sqrt(K) < sqrt(g0) + sqrt(g1), that is, K - g0 - g1 < 2 sqrt(g0 g1).
//
// asin(s)^2 = s^2 + s^4 / 3 + ..., all terms positive, with the value pi^2 / 4 at s = 1: so from the third on they add
// up to at most (pi^2 / 4 - 4 / 3) s^6 < 1.13407 s^6.
//
// Rounding, u = 2^-53: a posed vertex is off the image of its local point by at most 12u (|v| + |t|) along a unit n,
// the value of a support computed here by at most 32u (|v| + |t|), and the parts of a compound by as much again. The
// end of the way is off the posed end by less than 256u (|v| + |c| + |c + by|): quaternion products, their
// normalisation, the matrix (each entry within 40u) and the centre. 2^-44 (|v| + |t0| + |t1| + |m|) for each body, m
// its local centre, holds all of it several times over; tests/response/ checks it in rationals.
#pragma once

#include <algorithm>
#include <cmath>

#include "response/form.h"

namespace graze {

struct BodyPlace {
  Mat3 turn;
  Vec3 at;  // of the origin of the shape
};

struct BodyWay {
  BodyPlace start, end;
  Vec3 centre, by;  // of mass at the start
  Quat from;        // rotation at the start
  Quat turn;        // d
  double part = 1;
  Vec3 asked_by;        // with part 1
  Vec3 push;            // added whatever the part
  Quat whole;           // the turn with part 1, of unit length but for rounding
  double sine = 0;      // of half the whole angle; 0: no turn
  Vec3 axis;            // unit, of the turn; 0: none
  double angle_sq = 0;  // not below (2 phi)^2 of the part
  double slack = 0;     // 2^-44 of the coordinates, of a unit direction, but for the piece's own size
};

inline Vec3 row_product(const Mat3& m, Vec3 n) noexcept { return {dot(m.c0, n), dot(m.c1, n), dot(m.c2, n)}; }

// How far a curved set reaches along m from the middle of its own frame, up to a few u of its size.
inline double curved_extent(PieceKind kind, Vec3 half, Vec3 m) noexcept {
  if (kind == PieceKind::ellipsoid) {
    const Vec3 s{half.x * m.x, half.y * m.y, half.z * m.z};
    return std::sqrt((s.x * s.x + s.y * s.y) + s.z * s.z);
  }
  const double rim = half.x * std::sqrt(m.x * m.x + m.y * m.y), tall = half.z * m.z;
  return kind == PieceKind::cylinder ? rim + std::fabs(tall) : std::max(tall, rim - tall);
}

// How far a piece reaches along n in its place, up to 32u (farthest + |at|) |n|.
inline double highest(const ConvexPiece& piece, const BodyPlace& place, Vec3 n, double n_length) noexcept {
  const Vec3 m = row_product(place.turn, n);
  double most;
  if (piece.box) {
    most = (std::fabs(m.x) * piece.half.x + std::fabs(m.y) * piece.half.y) + std::fabs(m.z) * piece.half.z;
  } else if (piece.curved()) {
    most = dot(m, piece.at.translation) + curved_extent(piece.kind, piece.half, row_product(piece.at.linear, m));
  } else {
    most = dot(m, piece.points[0]);
    for (std::size_t i = 1; i < piece.points.size(); ++i) most = std::max(most, dot(m, piece.points[i]));
  }
  return dot(n, place.at) + (most + piece.radius * n_length);
}

// B of the notes above, times |n|, which is n_length; `rough` takes 1 for |n x k|.
inline double bend(const ConvexPiece& piece, const BodyWay& way, Vec3 n, double n_length, bool rough) noexcept {
  if (way.angle_sq == 0) return 0;
  const double across = rough ? n_length : length(cross(n, way.axis));
  return 0.5 * (1 + 0x1p-40) * way.angle_sq * piece.arm * across + 0x1p-48 * way.angle_sq * piece.arm * n_length;
}

struct Gaps {
  double first = 0, last = 0, bend = 0;  // proven lower bounds of g0 and g1; not below K

  bool clear() const noexcept {
    if (!(first > 0 && last > 0)) return false;
    const double over = bend - first - last;
    return over < 0 || over * over * (1 + 0x1p-40) < 4 * first * last;
  }
};

inline double slack_of(const ConvexPiece& piece, const BodyWay& way) noexcept {
  return way.slack + 0x1p-44 * piece.farthest;
}

inline Gaps gaps(const ConvexPiece& a, const BodyWay& way_a, const ConvexPiece& b, const BodyWay& way_b, Vec3 n,
                 double n_length) noexcept {
  const double slack = (slack_of(a, way_a) + slack_of(b, way_b)) * n_length * (1 + 0x1p-40);
  Gaps result;
  result.first = (-highest(b, way_b.start, -n, n_length) - highest(a, way_a.start, n, n_length)) - slack;
  result.last = (-highest(b, way_b.end, -n, n_length) - highest(a, way_a.end, n, n_length)) - slack;
  // Mostly the turns are so small that their directions do not matter.
  result.bend = bend(a, way_a, n, n_length, true) + bend(b, way_b, n, n_length, true);
  if (!result.clear()) result.bend = bend(a, way_a, n, n_length, false) + bend(b, way_b, n, n_length, false);
  return result;
}

// Sets end, turn and what follows from `part`; `rotation` is that of the end.
void set_part(BodyWay& way, double part, Vec3 local_centre, Quat& rotation) noexcept;
// A way from a rotation to another about the least angle: sets everything but `start` and what set_part() sets.
void aim(BodyWay& way, Vec3 centre, Quat from, Vec3 by, Quat to) noexcept;

// Pose of a body with its centre of mass at a place, as queries see it.
BodyPlace place_of(Vec3 centre, Quat rotation, Vec3 local_centre) noexcept;
inline Pose pose_of(const BodyPlace& place) noexcept { return {place.turn, place.at}; }

// Products and matrices of quaternions, each in one order of rounding.
Quat product(Quat a, Quat b) noexcept;
Quat unit(Quat q) noexcept;  // of what is not 0
Mat3 matrix_of(Quat q) noexcept;
// q turned on by the angular velocity w for h seconds, exactly about one axis.
Quat turned_on(Quat q, Vec3 w, double h) noexcept;

}  // namespace graze
