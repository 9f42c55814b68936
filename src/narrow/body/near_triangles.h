// Every triangle of a placed mesh that may meet a volume: boxes of its tree, eight at a time, and nothing exact.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "narrow/body/posed.h"
#include "narrow/body/world_volume.h"
#include "tree/rounded_box.h"

namespace graze {

// Calls visit(triangle) for each until it returns false.
template <class Visit>
void visit_near(const PlacedBody& mesh, const WorldVolume& volume, const Visit& visit, Counters& counters) {
  const ShapeData& shape = *mesh.body.shape;
  TreeVolume in_tree;
  if (!tree_volume(mesh.placement, volume, in_tree)) {
    for (std::uint32_t i = 0; i < shape.triangle_count; ++i)
      if (!visit(i)) return;
    return;
  }
  const Tree& tree = shape.tree();
  const OrientedNode* nodes = shape.oriented().data();
  const RoundedKernels& kernels = rounded_kernels();
  std::vector<std::uint32_t> waiting{0};
  while (!waiting.empty()) {
    const OrientedNode& node = nodes[waiting.back()];
    waiting.pop_back();
    alignas(32) float nearness[OrientedNode::width];
    counters.box_tests += OrientedNode::width;
    for (unsigned left = kernels.slots(in_tree.box, node, nearness).near; left != 0; left &= left - 1) {
      const int slot = std::countr_zero(left);
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
