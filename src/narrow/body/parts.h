// The leaves of a body, to be found by their boxes: those of a compound through its tree (shape/part_tree.h), and only
// what a search comes to is posed. A body that is no compound is its own only leaf.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/query.h"
#include "math/posed_point.h"
#include "shape/compound.h"

namespace graze {

// The product of two poses, for callers that hold the standard floating-point state.
inline Pose product(const Pose& outer, const Pose& inner) noexcept {
  return {outer.linear * inner.linear, posed(outer, inner.translation)};
}

// What holds a node's leaves in the body's own frame, up to Parts::slack(); see shape/part_tree.h.
struct PartBox {
  Vec3 middle, half;
  double margin;
};

// World, outward, radius and margin included, of a shape that is no compound.
Box leaf_box(const Shape& shape, const Pose& pose) noexcept;

class Parts {
 public:
  // The body must outlive this. Its shape is no empty handle. Anything but ok: nothing can be asked of it, or some
  // leaf's pose has left the doubles (out_of_range).
  Status set(const Body& body);
  Status set(Body&&) = delete;

  std::span<const std::uint32_t> roots() const noexcept { return roots_; }
  bool is_leaf(std::uint32_t node) const noexcept { return tree_ == nullptr || tree_->nodes[node].is_leaf(); }
  std::uint32_t left(std::uint32_t node) const noexcept { return tree_->nodes[node].left; }
  std::uint32_t right(std::uint32_t node) const noexcept { return tree_->nodes[node].right(); }
  // World, outward; of a leaf's node that of the leaf's own pose.
  Box box(std::uint32_t node) const noexcept;
  // World, outward, around all leaves: that of their boxes in the body's frame, found along each axis by the tree.
  Box whole_box() const noexcept;
  PartBox local_box(std::uint32_t node) const noexcept {
    const PartNode& here = tree_ == nullptr ? whole_ : tree_->nodes[node];
    return {here.middle, here.half, here.margin};
  }
  const Pose& pose() const noexcept { return body_->pose; }
  // No coordinate of a point of a leaf is farther than this from the exact image of its node's box under pose(). It is
  // more than 2^-48 of any magnitude that the image is computed from.
  double slack() const noexcept { return slack_; }

  std::size_t size() const noexcept { return tree_ == nullptr ? 1 : compound_->leaves.size(); }
  // Of a node without children.
  std::uint32_t leaf(std::uint32_t node) const noexcept { return tree_ == nullptr ? 0 : tree_->nodes[node].leaf; }
  Body body(std::uint32_t leaf) const;  // borrowed: see narrow/body/borrowed.h
  std::uint32_t first_number(std::uint32_t leaf) const noexcept {
    return tree_ == nullptr ? 0 : compound_->leaves[leaf].first_number;
  }

 private:
  double farthest(std::uint32_t node, Vec3 along, double most) const noexcept;
  Pose pose_of(std::uint32_t node) const noexcept;

  const Body* body_ = nullptr;
  const Compound* compound_ = nullptr;
  const PartTree* tree_ = nullptr;
  PartNode whole_;  // of a body that is no compound
  std::span<const std::uint32_t> roots_;
  double slack_ = 0;
};

// Both, or why not.
Status set_parts(const Body& a, const Body& b, Parts& parts_a, Parts& parts_b);

}  // namespace graze
