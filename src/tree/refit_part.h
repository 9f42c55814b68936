// The same tree around triangles of which few moved: their leaves and what is above these, nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/array.h"
#include "tree/oriented.h"
#include "tree/tree.h"

namespace graze {

// The way up, which the tree itself does not store.
struct TreeLinks {
  static constexpr std::uint32_t root = 0xffffffffu;

  std::vector<std::uint32_t> leaf_of_triangle;
  std::vector<std::uint32_t> slot_of_leaf;  // node * OrientedNode::width + slot
  std::vector<std::uint32_t> slot_of_node;  // the same; `root` for nodes[0]
  std::vector<LeafRange> leaves_below;      // of each node

  std::size_t memory() const noexcept;
};
TreeLinks link_tree(const Tree& tree, std::span<const OrientedNode> nodes);

// What refit(tree, nodes, triangles) would give, when only triangles in the given leaves moved and the frame is still
// that of the tree. `leaves` are distinct; triangle(i) is triangle i as it is now. Arrays that nobody else holds are
// changed in place.
void refit_leaves(Tree& tree, Array<OrientedNode>& nodes, const TreeLinks& links, std::span<const std::uint32_t> leaves,
                  const std::function<Triangle(std::uint32_t)>& triangle);

}  // namespace graze
