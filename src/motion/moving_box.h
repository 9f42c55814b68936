// Boxes of a tree in motion: how long does a direction prove two of them apart?
//
// As for triangles (motion/moving_pair.h), with supports: a box reaches from its centre along n by the sum of |n . h_k|
// over its half axes, and the speed along n of its points differs from that of the centre by at most the sum of
// |angle (n x axis) . h_k|, because the speed is linear in the place. Here the slack does not have to be small: it is
// 2^-19 of the box, which covers that its axes are orthonormal only to floats, the rounding of the posed vertices, and
// all rounding of the path.
#pragma once

#include <cstdint>
#include <vector>

#include "motion/path.h"
#include "narrow/posed.h"

namespace graze {

// At the start, relative to the centre of the body's placement.
struct MovingBox {
  Vec3 centre;
  Vec3 half[3];
  Vec3 normal[3];           // unit, of the faces
  double radius = 0;        // bounds the distance of its points to the axis of the path
  double size = 0;          // half the diagonal
  double slack = 0;         // how far points may be off, in any direction and at any time
  std::uint32_t child = 0;  // as in Node; `opened` tells where its boxes are
  std::uint32_t opened = 0;
};

// A box at a time, relative to where the centre of the other body's placement was at the start.
struct PlacedBox {
  Vec3 centre, speed;
  Vec3 half[3], normal[3];
  const MovingBox* box;
};

struct BoxAdvance {
  double until;    // proven: more than the separation apart until then
  Vec3 direction;  // unit, from a to b; 0 where there is none
};

// The boxes of one body, carried into the world on first need.
class MovingTree {
 public:
  static constexpr std::uint32_t closed = 0xffffffffu;
  static constexpr int width = OrientedNode::width;

  MovingTree(const PlacedBody& placed, const Path& path);

  // All of the body; its child is the root of the tree, or a leaf where the body has few triangles.
  static constexpr std::uint32_t whole = 0;
  const MovingBox& box(std::uint32_t index) const noexcept { return boxes_[index]; }
  bool is_leaf(std::uint32_t index) const noexcept { return (boxes_[index].child & Node::leaf_bit) != 0; }
  // The first of up to eight neighbouring boxes; their number.
  std::uint32_t open(std::uint32_t index, int& count);
  // Triangles of a leaf.
  std::uint32_t triangle_count(std::uint32_t index) const noexcept;
  std::uint32_t triangle(std::uint32_t index, std::uint32_t nth) const noexcept;

  const Path& path() const noexcept { return path_; }
  Vec3 arm() const noexcept { return arm_; }
  Vec3 centre() const noexcept { return placed_.placement.centre; }

 private:
  void finish(MovingBox& box, const Mat3& axes, Vec3 half) const;

  const PlacedBody& placed_;
  const Path& path_;
  Vec3 arm_;      // of the placement's centre
  double round_;  // what rounding does to a point of the body on its path
  const Tree* tree_ = nullptr;
  const OrientedNode* nodes_ = nullptr;
  std::vector<MovingBox> boxes_;
};

// A body at a time.
struct PlacedTree {
  Mat3 turn;
  Vec3 centre;  // of the placement, relative to `base`
  Vec3 arm;     // turned

  PlacedTree(const MovingTree& tree, Vec3 base, double time) noexcept;
  PlacedBox place(const MovingTree& tree, std::uint32_t index) const noexcept;
};

// Tries the direction (0: none), the centres, and the normals of the faces; stops where one proves enough.
BoxAdvance advance(const PlacedBox& a, const PlacedBox& b, const Path& path_a, const Path& path_b, double time,
                   double separation, Vec3 direction, double enough) noexcept;

}  // namespace graze
