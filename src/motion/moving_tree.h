// The boxes and triangles of one body in motion, carried into the world on first need (motion/moving_lanes.h).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "motion/moving_lanes.h"
#include "narrow/body/posed.h"

namespace graze {

// Grows without moving what is in it.
template <class T>
class Pool {
 public:
  std::uint32_t add() {
    if ((size_ & mask) == 0) parts_.push_back(std::unique_ptr<T[]>(new T[mask + 1]));
    return size_++;
  }
  T& operator[](std::uint32_t index) noexcept { return parts_[index >> bits][index & mask]; }
  const T& operator[](std::uint32_t index) const noexcept { return parts_[index >> bits][index & mask]; }

 private:
  static constexpr std::uint32_t bits = 3, mask = (1u << bits) - 1;
  std::vector<std::unique_ptr<T[]>> parts_;
  std::uint32_t size_ = 0;
};

// A box is named by its node times eight plus its slot.
class MovingTree {
 public:
  MovingTree(const PlacedBody& placed, const Path& path);

  // All of the body; its child is the root of the tree, or a leaf where the body has few triangles.
  static constexpr std::uint32_t whole = 0;
  bool is_leaf(std::uint32_t box) const noexcept { return (child(box) & Node::leaf_bit) != 0; }
  double size(std::uint32_t box) const noexcept { return nodes_[box >> 3].size[box & 7]; }
  const MovingNode& node(std::uint32_t index) const noexcept { return nodes_[index]; }
  // The node below a box.
  std::uint32_t open(std::uint32_t box);
  // The triangles of a box that is a leaf.
  const MovingLeaf& leaf(std::uint32_t box);
  std::uint32_t triangle(std::uint32_t box, std::uint32_t nth) const noexcept;

  const Path& path() const noexcept { return path_; }
  Vec3 arm() const noexcept { return arm_; }
  Vec3 centre() const noexcept { return placed_.placement.centre; }

 private:
  std::uint32_t child(std::uint32_t box) const noexcept { return nodes_[box >> 3].child[box & 7]; }
  std::uint32_t triangle_count(std::uint32_t box) const noexcept;
  void fill(std::uint32_t box, MovingLeaf& leaf) const;

  const PlacedBody& placed_;
  const Path& path_;
  const MotionKernels& kernels_;
  Vec3 arm_;  // of the placement's centre
  NodeCarrier carrier_;
  const Tree* tree_ = nullptr;
  const OrientedNode* given_ = nullptr;
  Pool<MovingNode> nodes_;
  Pool<MovingLeaf> leaves_;
};

// A body at a time.
struct PlacedTree {
  double time;
  PathPoint point;
  Mat3 turn;
  Vec3 centre;  // of the placement, relative to `base`
  Vec3 arm;     // turned

  PlacedTree(const MovingTree& tree, Vec3 base, double at) noexcept;
};

// A box of one body for the boxes of another. Directions are the world's.
HostBox host_box(const MovingTree& host, std::uint32_t box, const PlacedTree& placed_host, const MovingTree& guests,
                 const PlacedTree& placed_guests, double separation, Vec3 hint) noexcept;
// The triangles of a leaf relative to the middle of their body; it must not turn, ever.
LeafCarrier from_middle(const MovingTree& tree, const MovingLeaf& leaf) noexcept;
// The middle of a box at the time.
Vec3 middle(const MovingTree& tree, std::uint32_t box, const PlacedTree& placed) noexcept;
// The normal of the widest faces of a box at the time.
Vec3 flat_normal(const MovingTree& tree, std::uint32_t box, const PlacedTree& placed) noexcept;
// For the leaves of a tree, to a common base.
LeafCarrier leaf_carrier(const MovingTree& tree, const MovingLeaf& leaf, Vec3 base, const PlacedTree& placed) noexcept;

}  // namespace graze
