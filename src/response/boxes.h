// Boxes around pieces.
#pragma once

#include "response/way.h"

namespace graze {

inline Box box_at(const ConvexPiece& piece, const BodyPlace& place) {
  Box box;
  if (piece.box) {
    const Mat3& t = place.turn;
    const Vec3 extent = (abs(t.c0) * piece.half.x + abs(t.c1) * piece.half.y) + abs(t.c2) * piece.half.z;
    const Vec3 r{piece.radius, piece.radius, piece.radius};
    return {place.at - extent - r, place.at + extent + r};
  }
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 n;
    n[axis] = 1;
    box.hi[axis] = highest(piece, place, n, 1);
    box.lo[axis] = -highest(piece, place, -n, 1);
  }
  return box;
}

inline Box grown_by(const Box& box, double by) {
  const Vec3 d{by, by, by};
  return {box.lo - d, box.hi + d};
}
inline bool holds(const Box& outer, const Box& inner) {
  return outer.lo.x <= inner.lo.x && outer.lo.y <= inner.lo.y && outer.lo.z <= inner.lo.z && outer.hi.x >= inner.hi.x &&
         outer.hi.y >= inner.hi.y && outer.hi.z >= inner.hi.z;
}

}  // namespace graze
