#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/executor.h"
#include "tree/binary.h"
#include "tree/pack.h"
#include "tree/slots.h"
#include "tree/tree.h"

namespace graze {
namespace {

constexpr int width = Node::width;

// The cheapest way to show a binary subtree in at most j slots of a wide node, for j = 1 ... width, in units of area:
// cost 1 to visit a node or a leaf. choice[j] is how many slots the left child gets; 0: no better than j - 1 slots.
struct Plan {
  float cost[width + 1];
  std::uint8_t choice[width + 1];
};

std::vector<Plan> plan_slots(const BinaryTree& binary) {
  std::vector<Plan> plans(binary.nodes.size());
  for (std::size_t n = binary.nodes.size(); n-- > 0;) {  // children come after their parent
    const BinaryNode& node = binary.nodes[n];
    if (node.end == 0) continue;
    Plan& plan = plans[n];
    const float area = node.box.half_area();
    if (node.leaf()) {
      for (int j = 1; j <= width; ++j) {
        plan.cost[j] = area;
        plan.choice[j] = 0;
      }
      continue;
    }
    const Plan &left = plans[node.left], &right = plans[node.right];
    for (int j = width; j >= 2; --j) {
      plan.cost[j] = std::numeric_limits<float>::infinity();
      for (int k = 1; k < j; ++k)
        if (const float cost = left.cost[k] + right.cost[j - k]; cost < plan.cost[j]) {
          plan.cost[j] = cost;
          plan.choice[j] = std::uint8_t(k);
        }
    }
    plan.cost[1] = area + plan.cost[width];
    plan.choice[1] = plan.choice[width];
    for (int j = 2; j < width; ++j)
      if (plan.cost[j - 1] <= plan.cost[j]) {
        plan.cost[j] = plan.cost[j - 1];
        plan.choice[j] = 0;
      }
  }
  return plans;
}

class Collapser {
 public:
  Collapser(const BinaryTree& binary, Tree& tree) : binary_(binary), plans_(plan_slots(binary)) {
    nodes_.reserve(binary.order.size() / 24 + 1);
    leaves_.reserve(binary.order.size() / 4 + 1);
    emit(0);
    tree.nodes = std::move(nodes_);
  }
  // Which binary node each leaf is.
  const std::vector<std::uint32_t>& leaves() const { return leaves_; }

 private:
  void gather(std::uint32_t n, int slots, std::uint32_t* children, int& count) const {
    const BinaryNode& node = binary_.nodes[n];
    while (slots > 1 && plans_[n].choice[slots] == 0 && !node.leaf()) --slots;
    if (slots == 1 || node.leaf()) {
      children[count++] = n;
      return;
    }
    const int left = plans_[n].choice[slots];
    gather(node.left, left, children, count);
    gather(node.right, slots - left, children, count);
  }

  std::uint32_t emit(std::uint32_t n) {
    const BinaryNode& node = binary_.nodes[n];
    std::uint32_t children[width];
    int count = 0;
    if (node.leaf()) {
      children[count++] = n;  // the root is one leaf
    } else {
      const int left = plans_[n].choice[1];
      gather(node.left, left, children, count);
      gather(node.right, width - left, children, count);
    }
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
  std::vector<Plan> plans_;
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

}  // namespace graze
