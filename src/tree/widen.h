// From a binary tree to wide nodes: which binary nodes become the slots of each, by dynamic programming.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "base/executor.h"
#include "tree/binary.h"

namespace graze {

template <int width>
class Collapse {
 public:
  // `parallel`: with the threads of with_threads().
  Collapse(const BinaryTree& binary, bool parallel) : binary_(binary), plans_(new Plan[binary.nodes.size()]) {
    plan_below(0, parallel);
  }

  // The binary nodes in the slots of the wide node that stands for binary node n; returns how many. A leaf, which only
  // the root can be here, is its own only child.
  int children(std::uint32_t n, std::uint32_t (&slots)[width]) const {
    const BinaryNode& node = binary_.nodes[n];
    int count = 0;
    if (node.leaf()) {
      slots[count++] = n;
    } else {
      const int left = plans_[n].choice[1];
      gather(node.left, left, slots, count);
      gather(node.right, width - left, slots, count);
    }
    return count;
  }

 private:
  // The cheapest way to show a binary subtree in at most j slots, for j = 1 ... width, in units of area: cost 1 to
  // visit a node or a leaf. choice[j] is how many slots the left child gets; 0: no better than j - 1 slots.
  struct Plan {
    float cost[width + 1];
    std::uint8_t choice[width + 1];
  };

  // The depth of a binary tree is bounded (tree/binary.cpp), so recursion is.
  void plan_below(std::uint32_t n, bool parallel) {
    const BinaryNode& node = binary_.nodes[n];
    if (!node.leaf() && parallel && node.end - node.begin > 4096) {
      fork(
          true, [&] { plan_below(node.left, true); }, [&] { plan_below(node.right, true); });
    } else if (!node.leaf()) {
      plan_below(node.left, false);
      plan_below(node.right, false);
    }
    plan(n);
  }

  void plan(std::size_t n) {
    const BinaryNode& node = binary_.nodes[n];
    Plan& plan = plans_[n];
    const float area = node.box.half_area();
    if (node.leaf()) {
      for (int j = 1; j <= width; ++j) {
        plan.cost[j] = area;
        plan.choice[j] = 0;
      }
      return;
    }
    const Plan &left = plans_[node.left], &right = plans_[node.right];
    for (int j = width; j >= 2; --j) {
      plan.cost[j] = std::numeric_limits<float>::infinity();
      plan.choice[j] = 1;
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

  const BinaryTree& binary_;
  std::unique_ptr<Plan[]> plans_;  // those of nodes in use are written
};

}  // namespace graze
