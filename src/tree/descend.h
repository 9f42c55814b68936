// Every triangle of one tree that a volume may meet.
#pragma once

#include <bit>
#include <cstdint>

#include "base/work.h"
#include "tree/rounded_box.h"
#include "tree/traverse.h"

namespace graze {

// slots(node, nearness) and leaf(leaf) say what is surely apart from the volume, or inside; see RoundedKernels. Calls
// visit(triangle, certain) for all triangles that are not apart, each once, until it returns false; `certain` ones
// surely meet the volume. With `first_only`, for those who stop at the first hit, near boxes come first, and of a box
// inside the volume one triangle is given.
template <class Slots, class Leafs, class Visit>
void descend(const Tree& tree, const OrientedNode* nodes, const Slots& slots, const Leafs& leaves, bool first_only,
             PairWork& work, Visit&& visit) {
  struct Item {
    std::uint32_t node;
    bool inside;
    float nearness;
  };
  constexpr int width = OrientedNode::width;
  const auto give_leaf = [&](const Leaf& leaf) {
    const std::uint32_t count = first_only ? 1 : leaf.count;
    for (std::uint32_t i = 0; i < count; ++i)
      if (!visit(tree.order[leaf.first + i], true)) return false;
    return true;
  };
  Stack<Item, 128> waiting;
  waiting.push({0, false, 0});
  while (!waiting.empty()) {
    const Item item = waiting.pop();
    const OrientedNode& node = nodes[item.node];
    if (item.inside) {
      const int last = first_only ? 1 : width;
      for (int slot = 0; slot < last && node.child[slot] != Node::none; ++slot) {
        if (!node.is_leaf(slot)) {
          waiting.push({node.child[slot], true, 0});
        } else if (!give_leaf(tree.leaves[node.leaf(slot)])) {
          return;
        }
      }
      continue;
    }
    alignas(32) float nearness[width];
    const SlotBits bits = slots(node, nearness);
    work.boxes += width;
    work::charge(width);
    work::poll();
    Item found[width];
    int count = 0;
    for (unsigned left = bits.near; left != 0; left &= left - 1) {
      const int slot = std::countr_zero(left);
      const bool inside = (bits.inside >> slot & 1) != 0;
      if (!node.is_leaf(slot)) {
        const Item next{node.child[slot], inside, inside ? -1 : nearness[slot]};
        int at = count++;
        if (first_only)
          for (; at > 0 && found[at - 1].nearness < next.nearness; --at) found[at] = found[at - 1];
        found[at] = next;
        continue;
      }
      const Leaf& leaf = tree.leaves[node.leaf(slot)];
      work.triangles += leaf.count;
      work::charge(leaf.count);
      if (inside) {
        if (!give_leaf(leaf)) return;
        continue;
      }
      const LeafBits triangles = leaves(leaf);
      if (first_only && triangles.certain != 0) {
        if (!visit(tree.order[leaf.first + std::uint32_t(std::countr_zero(triangles.certain))], true)) return;
        continue;
      }
      for (unsigned left_of = triangles.near; left_of != 0; left_of &= left_of - 1) {
        const auto i = std::uint32_t(std::countr_zero(left_of));
        if (!visit(tree.order[leaf.first + i], (triangles.certain >> i & 1) != 0)) return;
      }
    }
    for (int i = 0; i < count; ++i) waiting.push(found[i]);
  }
}

template <class Visit>
void descend(const Tree& tree, const OrientedNode* nodes, const RoundedBox& box, const LeafMap& map, bool first_only,
             PairWork& work, Visit&& visit, const RoundedKernels& kernels = rounded_kernels()) {
  descend(
      tree, nodes, [&](const OrientedNode& node, float* nearness) { return kernels.slots(box, node, nearness); },
      [&](const Leaf& leaf) { return kernels.leaf(map, leaf); }, first_only, work, visit);
}
// The plane may change on the way.
template <class Visit>
void descend(const Tree& tree, const OrientedNode* nodes, const TreePlane& plane, bool first_only, PairWork& work,
             Visit&& visit, const RoundedKernels& kernels = rounded_kernels()) {
  descend(
      tree, nodes,
      [&](const OrientedNode& node, float* nearness) { return kernels.plane_slots(plane, node, nearness); },
      [&](const Leaf& leaf) { return kernels.plane_leaf(plane, leaf); }, first_only, work, visit);
}

}  // namespace graze
