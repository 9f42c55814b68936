// Pieces of triangles, and how planes cut them.
//
// A piece remembers the triangle that it comes from, so a piece that is a little off only changes when a triangle is
// found, never whether it meets anything. That no point of a triangle gets lost between its pieces is seen so. Beside
// the stored points p of a piece think of ideal ones: of the triangle's corners, the exact corners; of the point q that
// is cut out of the edge from p to p' with the parameter s in [0, 1] as computed, the exact point with the parameter s
// between the ideal p and p'. Then
//   - the two ideal pieces that a cut makes share the chord between the ideal cut points, which lie on the edges of the
//     ideal piece, wherever rounding put them. They cover it without a gap, if each side takes one run of its corners:
//     classify() refuses to cut otherwise.
//   - stored and ideal points are near: a corner, carried into the frame, is off by 2^-51 |p| + 2^-48 per coordinate
//     (volume/aabb.h); a cut p + s (p' - p) adds the rounding of three operations on numbers below 8, 20 * 2^-53.
// So the ideal pieces cover their triangle, and each is within point_error(cuts) of the hull of its stored points along
// every direction of length 1. Boxes and extents of pieces are grown by that, once, when they are computed; they
// then hold for the pieces of pieces, whose ideal points lie in the ideal piece.
//
// Sides of the triangle's own corners are exact, on the doubles of the shape, but for those within the thickness of the
// plane, which are in it: neighbours that are coplanar but for rounding would cut each other into slivers. Points of a
// cut are already rounded; they also count as in the plane when they are as near to it as their error. Any of that may
// only cost a cut or a longer list.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/shape.h"
#include "math/exact.h"
#include "volume/aabb.h"

namespace graze::study {

inline constexpr std::uint32_t no_corner = 3;

struct FragmentPoint {
  Vec3 at;                           // in the frame of the tree
  std::uint32_t corner = no_corner;  // of the source triangle, or a cut
};

struct Fragment {
  std::uint32_t source = 0;
  std::uint32_t cuts = 0;             // that this piece has been through
  std::vector<FragmentPoint> points;  // a convex polygon, in order; at least three
};

// How far an ideal point of a piece may be from the stored one, along any direction of length 1.0001. sqrt(3) times
// the bounds above is below (2.6 + 1.1 cuts) * 2^-48; the rest covers the rounding of a dot product with it.
constexpr double point_error(std::uint32_t cuts) { return (1.0 + cuts) * 0x1p-46; }

// (x - origin) / scale, rounded.
Vec3 normalised(Vec3 x, const LocalFrame& frame) noexcept;
Triangle normalised(const Triangle& t, const LocalFrame& frame) noexcept;

// A plane to cut with: that of a triangle, or a coordinate plane.
struct CutPlane {
  Vec3 normal;  // of length 1, rounded; in the frame of the tree
  double offset = 0;
  bool of_triangle = false;
  Triangle triangle;  // in the coordinates of the shape

  double thickness = 0;  // to both sides

  // Of a corner, given in the frame of the tree and in the coordinates of the shape; and of the point of a cut.
  int corner_side(Vec3 at, Vec3 local) const noexcept;
  int cut_side(Vec3 at, std::uint32_t cuts) const noexcept;

 private:
  friend bool plane_of(const Triangle&, const LocalFrame&, CutPlane&) noexcept;
  PlaneFilter filter_{{}, {}, {}};
};

// False for a degenerate triangle, or one so thin that its normal means nothing.
bool plane_of(const Triangle& triangle, const LocalFrame& frame, CutPlane& plane) noexcept;
CutPlane axial_plane(int axis, double offset) noexcept;

enum class Placing { in_plane, front, back, cut, stuck };  // stuck: cannot be cut without a gap; keep it whole

// The sides of the points go to `sides` when the fragment is to be cut. `source` is in the coordinates of the shape.
Placing classify(const Fragment& fragment, const CutPlane& plane, const Triangle& source, const LocalFrame& frame,
                 std::vector<int>& sides);

// Cuts a fragment that classify() says to cut, by its sides.
std::array<Fragment, 2> cut(const Fragment& fragment, const CutPlane& plane, const std::vector<int>& sides);

// The piece along a direction of length 1 within 1e-6, grown by its error.
struct Extent {
  double lo, hi;
};
Extent extent(const Fragment& fragment, Vec3 normal) noexcept;
Aabb box_of(const Fragment& fragment) noexcept;

}  // namespace graze::study
