// Every triangle of one tree that a volume may reach, box by box in double. For volumes that have no tree of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "shape/data.h"

namespace graze {

// A box of the tree: the points c + x h0 + y h1 + z h2 with |x|, |y|, |z| <= 1, in the frame of the tree.
struct SlotBox {
  Vec3 centre;
  Vec3 half[3];
};

// Float axes are orthonormal only to within 2^-21: the box that the triangles are in is this much larger.
inline constexpr double slot_slack = 0x1p-18;

inline SlotBox slot_box(const OrientedNode& node, int slot) noexcept {
  SlotBox box{{node.centre[0][slot], node.centre[1][slot], node.centre[2][slot]}, {}};
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis{node.axis[k][0][slot], node.axis[k][1][slot], node.axis[k][2][slot]};
    box.half[k] = axis * double(node.half[k][slot]);
  }
  return box;
}

// Calls visit(triangle) for all triangles but those in boxes of which far(box) is true, until it returns false.
template <class Far, class Visit>
void descend(const Shape::Data& shape, const Far& far, const Visit& visit, std::uint64_t& box_tests) {
  const Tree& tree = shape.tree();
  const OrientedNode* nodes = shape.oriented().data();
  std::vector<std::uint32_t> waiting{0};
  while (!waiting.empty()) {
    const OrientedNode& node = nodes[waiting.back()];
    waiting.pop_back();
    for (int slot = 0; slot < OrientedNode::width && node.child[slot] != Node::none; ++slot) {
      ++box_tests;
      if (far(slot_box(node, slot))) continue;
      if (!node.is_leaf(slot)) {
        waiting.push_back(node.child[slot]);
        continue;
      }
      const Leaf& leaf = tree.leaves[node.leaf(slot)];
      for (std::uint32_t i = 0; i < leaf.count; ++i)
        if (!visit(tree.order[leaf.first + i])) return;
    }
  }
}

}  // namespace graze
