// Triangles -> the default tree: partitioned (binary.h), widened (widen.h), packed (pack.h).
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/assert.h"
#include "base/executor.h"
#include "tree/binary.h"
#include "tree/pack.h"
#include "tree/slots.h"
#include "tree/tree.h"
#include "tree/widen.h"

namespace graze {
namespace {

class Collapser {
 public:
  Collapser(const BinaryTree& binary, bool parallel, Tree& tree) : binary_(binary), collapse_(binary, parallel) {
    nodes_.reserve(binary.order.size() / 24 + 1);
    leaves_.reserve(binary.order.size() / 4 + 1);
    emit(0);
    tree.nodes = std::move(nodes_);
  }
  // Which binary node each leaf is.
  const std::vector<std::uint32_t>& leaves() const { return leaves_; }

 private:
  std::uint32_t emit(std::uint32_t n) {
    std::uint32_t children[Node::width];
    const int count = collapse_.children(n, children);
    const auto index = std::uint32_t(nodes_.size());
    nodes_.push_back(empty_node());
    nodes_[index].count = std::uint32_t(count);
    for (int i = 0; i < count; ++i) {
      const BinaryNode& child = binary_.nodes[children[i]];
      std::uint32_t reference = 0;
      if (child.leaf()) {
        reference = Node::leaf_bit | std::uint32_t(leaves_.size());
        leaves_.push_back(children[i]);
      } else {
        reference = emit(children[i]);
      }
      set_slot(nodes_[index], i, child.box, reference);
    }
    return index;
  }

  const BinaryTree& binary_;
  Collapse<Node::width> collapse_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> leaves_;
};

}  // namespace

Box box_of(std::span<const Triangle> triangles) noexcept {
  Box all;
  for (const Triangle& t : triangles) all = merge(all, box_of(t));
  return all;
}

Tree build_tree(std::span<const Triangle> triangles, int threads) {
  Tree tree;
  tree.frame = local_frame(box_of(triangles));
  with_threads(threads, [&] {
    std::vector<Aabb> boxes(triangles.size());
    parallel_for(triangles.size(), 4096, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) boxes[i] = fit(box_of(triangles[i]), tree.frame);
    });
    BinaryTree binary = build_binary(boxes, threads != 1);
    const Collapser collapsed(binary, threads != 1, tree);
    tree.order = binary.order;
    std::vector<Leaf> leaves(collapsed.leaves().size());
    parallel_for(leaves.size(), 512, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const BinaryNode& node = binary.nodes[collapsed.leaves()[i]];
        leaves[i] = pack_leaf(tree, node.begin, node.end - node.begin, triangles);
      }
    });
    tree.leaves = std::move(leaves);
  });
  GRAZE_ASSERT_SLOW(validate(tree, triangles).empty());
  return tree;
}

}  // namespace graze
