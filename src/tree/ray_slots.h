// Reading and writing the slots and leaves of a ray tree.
#pragma once

#include "base/compat.h"
#include "tree/ray_tree.h"

namespace graze {

inline void set_slot(RayNode& node, int slot, const Aabb& box, std::uint32_t child) noexcept {
  for (int k = 0; k < 3; ++k) {
    node.lo[k][slot] = box.lo[k];
    node.hi[k][slot] = box.hi[k];
  }
  node.child[slot] = child;
}

inline Aabb slot_box(const RayNode& node, int slot) noexcept {
  Aabb box;
  for (int k = 0; k < 3; ++k) {
    box.lo[k] = node.lo[k][slot];
    box.hi[k] = node.hi[k][slot];
  }
  return box;
}

inline Aabb node_box(const RayNode& node) noexcept {
  Aabb box;
  for (int i = 0; i < RayNode::width; ++i) box.merge(slot_box(node, i));  // an empty box adds nothing
  return box;
}

// A packed leaf, unpacked one by one.
struct RayLeafView {
  const std::uint32_t* words;
  std::uint32_t first, triangles, corners;

  explicit RayLeafView(const std::uint32_t* at)
      : words(at), first(at[0]), triangles(at[1] & 0xffff), corners(at[1] >> 16) {}
  float coordinate(std::uint32_t corner, int axis) const {
    return bit_cast<float>(words[RayLeaf::header + std::uint32_t(axis) * corners + corner]);
  }
  // Three indices of four bits.
  std::uint16_t use(std::uint32_t triangle) const {
    return std::uint16_t(words[RayLeaf::header + 3 * corners + triangle / 2] >> (triangle % 2 != 0 ? 16 : 0));
  }
  unsigned corner(std::uint32_t triangle, unsigned which) const { return use(triangle) >> (4 * which) & 15; }
};

}  // namespace graze
