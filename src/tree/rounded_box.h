// One volume against a tree: a box, and everything within a radius of it. With fewer axes it is a capsule, a sphere, a
// segment or a point; a convex body may stand in as its oriented box. One source for every instruction set, the same
// bits from all.
#pragma once

#include <cstdint>

#include "math/isa.h"
#include "tree/oriented.h"
#include "tree/tree.h"

namespace graze {

// In the frame of the tree: the points centre + sum x_k length_k edge_k, |x_k| <= 1, k < axes, and all within `radius`
// of these. Where the tree's frame does not keep a ball one (`ball` false), the ball is the ellipsoid whose image along
// n reaches |(n.round_0, n.round_1, n.round_2)|.
struct RoundedBox {
  float centre[3];
  int axes;          // 0, 1 or 3
  float edge[3][3];  // unit
  float length[3];
  float normal[3][3];  // of the faces, unit; the edges themselves when `square`, or with one axis
  float extent[3];     // along the normals, radius included
  float inner[3];      // three axes: what is no farther along all of the normals is surely inside; may be negative
  float radius;        // 0 with three axes, for `inner` to hold
  float inner_radius;  // fewer axes: what is no farther from the centre is surely inside; may be negative
  float round[3][3];
  float slack;  // bounds what float arithmetic on numbers of this size, and the rounding of both bodies, do to a length
  bool ball, square;
};

// What a node's slots are to a volume.
struct SlotBits {
  unsigned near;    // not surely apart
  unsigned inside;  // surely inside: every triangle below meets the volume
};

// Coordinates in which a leaf is compared with a volume: linear * y + shift for a point y of the tree's frame, each
// true to within `pad` for the posed vertices and for the volume.
struct LeafMap {
  double linear[3][3], shift[3];
  float norm;  // bounds the sum of a row of |linear|
  float pad;
  // The volume there: with `cube` the one from -1 to 1; else all within a radius of the segment from -half to half.
  bool cube;
  float half[3];
  float radius_up, radius_down;
};

// Bit i for triangle i of a leaf.
struct LeafBits {
  unsigned near;     // not surely apart
  unsigned certain;  // surely meets
};

// A half-space: the points y with direction.y <= something between `inner` and `outer`, for what rounding may do.
struct TreePlane {
  float direction[3];  // unit
  float inner, outer;
};

struct RoundedKernels {
  // nearness[i] is small when the middle of slot i is deep in the volume.
  SlotBits (*slots)(const RoundedBox& box, const OrientedNode& node, float* nearness);
  LeafBits (*leaf)(const LeafMap& map, const Leaf& leaf);
  // The same for a half-space; nearness[i] is the lowest that slot i reaches.
  SlotBits (*plane_slots)(const TreePlane& plane, const OrientedNode& node, float* nearness);
  LeafBits (*plane_leaf)(const TreePlane& plane, const Leaf& leaf);
};

const RoundedKernels& rounded_kernels() noexcept;
const RoundedKernels& rounded_kernels(Isa isa) noexcept;

}  // namespace graze
