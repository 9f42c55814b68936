// Two boxes with perpendicular edges: along which of the fifteen directions that can matter do they reach least into
// each other, and how far? In double, with proven bounds.
//
// The bodies are the hulls of their posed, rounded corners. Each is within (8u + 2s)S of an exact box with
// perpendicular edges, where u = 2^-53, s is how far the columns of its pose are from perpendicular unit vectors
// (`skew`), and S is not below the sum of the magnitudes of the coordinates of any of its points (`farthest`):
// - A posed corner is rounded by less than 4u S, as a length (narrow/body/collapse.h). Where the columns are no unit
//   vectors they are divided by their lengths, and the half lengths multiplied by them: four roundings, 4u S.
// - Three vectors whose products are off those of unit vectors at right angles by at most s are each within 2s of a
//   vector of one exact frame, for s below 2^-20 (the polar part of the matrix is off by half of the largest eigenvalue
//   of the defect, which is at most 3s).
// The depth of two convex bodies, and the gap along a direction, change by at most the sum of the distances by which
// the bodies are changed. So it is enough to know the exact boxes, whose depth is the least overlap along the fifteen
// directions: three faces of each, and across an edge of each (the normals of the faces of the difference b - a).
//
// Every product of two columns is rounded by less than 4u and off that of the exact frame by 4s; an overlap has each
// times a half length or a distance, and at most 12 additions. So the overlap along a face's normal, and the
// unnormalised one across two edges, are those of the exact boxes to within (16u + 6s)S, S being that of both bodies;
// of the bodies themselves, to within E = (2^-47 + 8s)S.
//
// Across two edges with an angle of sine l between them the overlap is divided by l, which is known to within
// h = 2^-49 + 4s: it is at least (value - 2E) / (l + h). Where l is below 2^-23 that says nothing. The face of the
// difference that such edges make is a sliver, a parallelogram no wider than w = (l + h) 2 min(half edges). Were it the
// nearest to the origin, then its foot would be in it, within w of a side, so that the face beyond that side is nearer
// than w more. There are at most as many slivers in a row as there are such pairs: all other overlaps are at most the
// sum of all w above the depth.
#pragma once

#include "graze/math.h"

namespace graze {

struct SquareBox {
  Vec3 centre;
  Vec3 axis[3];    // unit and perpendicular to within `skew`
  double half[3];  // along these
  double farthest, skew;
};

// False where the edges are no right angles to within 2^-47, the box is so thin that rounding may have turned its faces
// (narrow/body/collapse.h asks the same less strictly), or the numbers are beyond 2^100 or below 2^-100.
bool make_square_box(Vec3 half, const Pose& pose, SquareBox& result) noexcept;

struct BoxAxes {
  // Of a: 0 to 2, of b: 3 to 5, across edge i of a and j of b: 6 + 3i + j.
  int face_a = 0, face_b = 3, edges = -1;           // the least overlap of each kind; edges: -1 when all are slivers
  double overlap_a = 0, overlap_b = 0, across = 0;  // along these, to within E; across edges to within 2E / l
  double face[6];                                   // along the normals of all faces
  double rounding = 0;                              // E
  double lower = 0;  // the depth of bodies that meet is not below it; above 0 they do meet
  // The gap along axis `parting` is proven to be above the limit; nothing else is set.
  int parting = -1;
  double product[3][3];       // of axis i of a and axis j of b
  double to_b[3], from_a[3];  // the way between the centres along the axes of a, and of b
};

// Ends when a direction shows that the boxes are farther apart than `limit`; `first` is looked at before all others,
// -1 for none.
void find_box_axes(const SquareBox& a, const SquareBox& b, double limit, int first, BoxAxes& result) noexcept;

// How far two boxes reach into each other along a unit vector (to within 8u) from a to b; negative: their gap. To
// within E of BoxAxes, whatever the vector.
double overlap_along(const SquareBox& a, const SquareBox& b, Vec3 normal) noexcept;

// Across edge i of a and edge j of b, not divided by the sine of their angle; to within 2E.
double overlap_of_edges(const SquareBox& a, const SquareBox& b, const BoxAxes& axes, int i, int j) noexcept;

// The unit normal of an axis of BoxAxes, from a to b.
Vec3 normal_of(const SquareBox& a, const SquareBox& b, const BoxAxes& axes, int axis) noexcept;

}  // namespace graze
