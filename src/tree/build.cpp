#include <algorithm>
#include <cmath>
#include <vector>

#include "base/executor.h"
#include "tree/binary.h"
#include "tree/collapse.h"
#include "tree/slots.h"
#include "tree/tree.h"

namespace graze {
namespace {

class Collapser {
 public:
  Collapser(const BinaryTree& binary, Tree& tree) : binary_(binary), collapse_(binary) {
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

Triangle in_frame(const Triangle& t, const LocalFrame& frame) noexcept {
  // In halves, so that the difference of two finite doubles cannot overflow.
  const double inverse = 1 / frame.scale;
  const auto move = [&](Vec3 p) { return ((p * 0.5 - frame.origin * 0.5) * inverse) * 2; };
  return {move(t.a), move(t.b), move(t.c)};
}

Box box_of(const Triangle& t) noexcept { return {min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)}; }

Box box_of(std::span<const Triangle> triangles) noexcept {
  Box all;
  for (const Triangle& t : triangles) all = merge(all, box_of(t));
  return all;
}

Leaf pack_leaf(const Tree& tree, std::uint32_t first, std::uint32_t count, std::span<const Triangle> triangles) {
  Leaf leaf = {};
  leaf.first = first;
  leaf.count = count;
  Triangle t[Leaf::width];
  Box box;
  for (std::uint32_t i = 0; i < Leaf::width; ++i) {
    t[i] = in_frame(triangles[tree.order[first + std::min(i, count - 1)]], tree.frame);
    box = merge(box, box_of(t[i]));
  }
  const Vec3 middle = (box.lo + box.hi) * 0.5;
  float radius = 0;
  for (int k = 0; k < 3; ++k) {
    leaf.centre[k] = float(middle[k]);
    for (int i = 0; i < Leaf::width; ++i) {
      leaf.corner[0][k][i] = float(t[i].a[k] - double(leaf.centre[k]));
      leaf.corner[1][k][i] = float(t[i].b[k] - double(leaf.centre[k]));
      leaf.corner[2][k][i] = float(t[i].c[k] - double(leaf.centre[k]));
      for (int c = 0; c < 3; ++c) radius = std::max(radius, std::fabs(leaf.corner[c][k][i]));
    }
  }
  leaf.radius = radius;
  return leaf;
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
    const Collapser collapsed(binary, tree);
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
  return tree;
}

Tree refit(const Tree& tree, std::span<const Triangle> triangles) {
  Tree result = tree;
  result.frame = local_frame(box_of(triangles));
  std::vector<Node> nodes(tree.nodes.begin(), tree.nodes.end());
  std::vector<Leaf> leaves(tree.leaves.begin(), tree.leaves.end());
  for (Leaf& leaf : leaves) leaf = pack_leaf(result, leaf.first, leaf.count, triangles);
  for (std::size_t n = nodes.size(); n-- > 0;)  // children come after their parent
    for (int i = 0; i < int(nodes[n].count); ++i) {
      Node& node = nodes[n];
      const Aabb box =
          node.is_leaf(i) ? leaf_box(result, leaves[node.leaf(i)], triangles) : node_box(nodes[node.child[i]]);
      set_slot(node, i, box, node.child[i]);
    }
  result.nodes = std::move(nodes);
  result.leaves = std::move(leaves);
  return result;
}

}  // namespace graze
