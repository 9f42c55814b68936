// Where other triangles cut a triangle: the arrangement of segments on it.
#pragma once

#include <span>
#include <vector>

#include "narrow/inside/exact_point.h"

namespace graze {

// A segment on the face through its inside, by the points on it at which it may end or another cut may end or cross;
// some of the points may be equal, in no order. Where all of them are, it is no segment, and cuts nothing.
struct Cut {
  ExactDirection along;
  ExactPlane plane;  // through the segment, other than that of the face
  bool is_edge = false;
  Vec3 p, q;  // the edge that the segment is on
  std::vector<ExactPoint> points;
};

// Edges of a triangle, by bits: 1 << k is that from corner k to the next. An edge is inner when the surface goes on
// flat beyond it: another triangle in the same plane, with the same weight, is on its other side. As chains the two are
// one piece of a plane, of whose boundary the edge is no part.
using Edges = unsigned;

struct FaceCuts {
  Triangle face;          // not degenerate
  int axis = 0;           // its projection axis
  Edges inner = 0;        // of its edges: what cuts the surface along one of them cuts the face
  std::vector<Cut> cuts;  // those through the inside of the face, or along an inner edge

  explicit FaceCuts(const Triangle& t, Edges inner_edges = 0) noexcept;
  // What `other` has in common with the face. A degenerate one, and what is only the boundary of the face, cuts
  // nothing; nor does an inner edge of a triangle in the plane of the face.
  void add(const Triangle& other, Edges inner_of_other = 0);
  // Adds to each cut the points where others cross it or end on it. Once, when all are there.
  void cross();
};

// A point and a direction along a cut: to its sides lie two of the pieces into which the face is cut.
struct CutStart {
  const ExactPoint* point;
  const ExactDirection* along;
};
struct CutStarts {
  std::vector<CutStart> list;
  bool divided = false;  // some cut is a segment for sure: else the face may be one piece that none is beside
};
// Such that each piece is beside at least one of them, unless the face is one piece.
CutStarts starts(const FaceCuts& face);

}  // namespace graze
