// Boxes and triangles of two bodies in motion, eight at a time: when does a direction prove them apart?
//
// Along a fixed unit direction n a point has f(t + d) >= f(t) + f'(t) d - M d^2 / 2, and as much backwards in time; M
// bounds |n . p''|: angle^2 times the distance to the axis times |n x axis|. So what is apart along n by g at a time is
// apart until the root of g + v d - M d^2 / 2, v the rate at which the gap changes. Where nothing turns M is 0, and one
// direction tells both: until when it proves them apart, and from when on again.
//
// A box reaches from its centre along n by the sum of |n . h_k| over its half axes, and the speed along n of its points
// differs from that of the centre by at most the sum of |angle (n x axis) . h_k|, because the speed is linear in the
// place. Boxes are compared in the frame of eight of them, the guests, which turns with their body; the other is the
// host. Their slack does not have to be small: it is 2^-18 of the box, which covers that its axes are orthonormal only
// to floats, the rounding of the posed vertices, and all rounding of the path.
//
// Triangles are compared in the world, with the bounds of motion/moving_triangle.h.
#pragma once

#include <cstdint>

#include "math/isa.h"
#include "motion/path.h"
#include "tree/oriented.h"

namespace graze {

// Boxes of a node at the start of the motion, relative to the centre of the body's placement. Unused slots repeat the
// first.
struct alignas(64) MovingNode {
  static constexpr int width = OrientedNode::width;

  double centre[3][width];
  double half[3][3][width];     // which axis, coordinate, slot
  double normal[3][3][width];   // unit, of the faces
  double inverse[3][width];     // of the square of the half axis; 0 for none
  double radius[width];         // bounds the distance of its points to the axis of the path
  double size[width];           // half the diagonal
  double slack[width];          // how far points may be off, in any direction and at any time
  std::uint32_t child[width];   // as in Node
  std::uint32_t opened[width];  // where the boxes below are among the nodes
  std::uint32_t count;
};

// From a tree's frame into the world, and how the body moves there.
struct NodeCarrier {
  double to_world[3][3];  // column, row
  double axis[3], arm[3];
  double round;  // what rounding does to a point of the body on its path
  bool turns;
};

// One box at one time, in the frame of the guests.
struct HostBox {
  double centre[3], half[3][3], normal[3][3], inverse[3];
  double speed[3];  // how fast the middle of the guests' body moves away from this box, but for what its turn adds
  double apart;     // the separation, and slack of this box and of the frame
  double axis[3], angle, radius, slack;       // of its own turn
  double guest_axis[3], guest_angle, arm[3];  // the arm of the middle of the guests' body
  double hint[3];                             // a direction to try first; may be 0
  // One body turns about an axis while the other stands. Seen from the axis, which goes with the velocity of the
  // turning body, the points of that body keep their distance to it and their height along it, and those of the other
  // change them by no more than the velocity across the axis and along it, times the time that is left. The ranges of
  // this box, wider by that, and the arm of its centre.
  bool ring;
  double ring_axis[3], ring_arm[3];
  double nearest, farthest, height, half_height;
};

struct BoxSpans {
  // How long some direction proves the box apart from the host's time on, 0 where none does; and that direction, from
  // the host to the guest, in the guests' frame.
  double lasts[8], direction[3][8];
  // Nothing turns: after how long some direction proves it apart for good.
  double after[8];
};

// The triangles of a leaf at the start of the motion, relative to a base near them. Unused slots repeat the first.
struct alignas(64) MovingLeaf {
  static constexpr int width = Leaf::width;

  double start[3][3][width];  // corner, coordinate, slot
  double arm[3][3][width];    // to the axis; only where the path turns
  double size[width];         // L of motion/moving_triangle.h
  double radius[width];       // bounds the distance of the corners to the axis
  double speed_error[width];
  Vec3 base;
  std::uint32_t count;
};

struct alignas(64) PlacedLeaf {
  double at[3][3][8], speed[3][3][8];  // corner, coordinate, slot
  double normal[3][8];                 // unit, or 0
};

// Places a leaf.
struct LeafCarrier {
  double shift[3];  // from the leaf's base to the common one, and along the path
  double velocity[3], axis[3];
  double sine, versine, angle;
  bool turns;
};

// Two placed leaves. Rows are triangles of b, lanes those of a, or the other way round.
struct LeafPair {
  const MovingLeaf *a, *b;
  const PlacedLeaf *placed_a, *placed_b;
  unsigned alive_a, alive_b;  // bits of the triangles that matter
  double left;                // the time that matters
  double apart;               // the separation, slack, and what the distance of the bases adds
  double bend_a, bend_b;      // the square of the angle
  double axis_a[3], axis_b[3];
  double velocity[3];  // of b, less that of a: where nothing turns
  double sense;        // 1: forwards in time, -1: backwards
};
struct LeafSpans {
  double lasts_b[8][8], lasts_a[8][8];  // [triangle of b][of a], and [of a][of b]: the larger one counts
  double after_b[8][8], after_a[8][8];  // where nothing turns: the smaller one counts
};

// Directions along which the corners of one triangle may be ahead of those of another, or behind.
struct PartingDirections {
  static constexpr int width = 32;
  double at[3][width];
};

struct MotionKernels {
  void (*carry)(const OrientedNode& from, const NodeCarrier& carrier, MovingNode& to);
  // Stops where all lanes last longer than `enough` or, where nothing turns, longer than `after`.
  void (*translating_boxes)(const HostBox& host, const MovingNode& guests, double enough, BoxSpans& spans);
  // Raises what is in `spans`. Speeds count times `sense`; lanes are enough where they exceed `enough`.
  void (*turning_boxes)(const HostBox& host, const MovingNode& guests, double sense, const double (&enough)[8],
                        BoxSpans& spans);
  void (*place)(const MovingLeaf& leaf, const LeafCarrier& carrier, PlacedLeaf& placed);
  // One box and the triangles of a leaf, relative to the middle of the leaf's body; nothing turns.
  void (*translating_triangles)(const HostBox& host, const MovingLeaf& leaf, const PlacedLeaf& placed, BoxSpans& spans);
  // Raises, or lowers, what is in `spans`: along a direction, and along the normals of all triangles that are then not
  // proven apart for all the time that is left.
  void (*translating_leaves)(const LeafPair& pair, const double (*directions)[3], int count, LeafSpans& spans);
  void (*turning_leaves)(const LeafPair& pair, const double (*directions)[3], int count, LeafSpans& spans);
  // Bits of the directions along which none of nine vectors is 0 or less (ahead), or 0 or more (behind).
  void (*parting)(const PartingDirections& directions, const Vec3* nine, std::uint32_t& ahead, std::uint32_t& behind);
};

const MotionKernels& motion_kernels() noexcept;
const MotionKernels& motion_kernels(Isa isa) noexcept;

}  // namespace graze
