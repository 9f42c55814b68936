// The binary tree that the wide one is collapsed from: a partition of the triangles by the surface-area heuristic.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tree/tree.h"

namespace graze {

struct BinaryNode {
  Aabb box;
  std::uint32_t begin = 0, end = 0;   // its triangles, in BinaryTree::order
  std::uint32_t left = 0, right = 0;  // 0 in a leaf

  bool leaf() const { return left == 0; }
};

struct BinaryTree {
  std::vector<BinaryNode> nodes;  // nodes[0] is the root, children come after it; some entries are not used
  std::vector<std::uint32_t> order;
};

// Which ranges of triangles are leaves, and what it costs to test them.
struct LeafRule {
  static constexpr std::uint32_t largest = 16;

  std::uint32_t most = Leaf::width;                               // triangles; at most `largest`
  std::uint32_t block = Leaf::width;                              // so many cost as much as one; a power of two
  std::function<bool(std::span<const std::uint32_t>)> fits = {};  // asked when there are few enough; none: all fit
};

// `boxes` are in the tree's frame.
GRAZE_API BinaryTree build_binary(std::span<const Aabb> boxes, bool parallel, const LeafRule& rule = {});

}  // namespace graze
