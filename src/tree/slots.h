// Reading and writing the slots of nodes, and what lies below them.
#pragma once

#include <span>

#include "tree/tree.h"

namespace graze {

inline Aabb slot_box(const Node& node, int slot) noexcept {
  Aabb box;
  for (int k = 0; k < 3; ++k) {
    box.lo[k] = node.lo[k][slot];
    box.hi[k] = node.hi[k][slot];
  }
  return box;
}

inline void set_slot(Node& node, int slot, const Aabb& box, std::uint32_t child) noexcept {
  for (int k = 0; k < 3; ++k) {
    node.lo[k][slot] = box.lo[k];
    node.hi[k][slot] = box.hi[k];
  }
  node.child[slot] = child;
}

inline Aabb node_box(const Node& node) noexcept {
  Aabb box;
  for (int i = 0; i < int(node.count); ++i) box.merge(slot_box(node, i));
  return box;
}

inline Aabb leaf_box(const Tree& tree, const Leaf& leaf, std::span<const Triangle> triangles) noexcept {
  Box box;
  for (std::uint32_t i = 0; i < leaf.count; ++i) box = merge(box, box_of(triangles[tree.order[leaf.first + i]]));
  return fit(box, tree.frame);
}

inline Node empty_node() noexcept {
  Node node = {};
  for (int i = 0; i < Node::width; ++i) set_slot(node, i, Aabb{}, Node::none);
  return node;
}

}  // namespace graze
