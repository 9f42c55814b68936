// Pair and ray traversal of the default tree. Both only cull: the caller decides about what is left.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "tree/kernels.h"
#include "tree/node.h"

namespace graze {

// A stack that starts on the caller's stack and goes to the heap when deep.
template <class T, int inline_size>
class Stack {
 public:
  bool empty() const { return size_ == 0 && more_.empty(); }
  void push(const T& value) {
    if (size_ < inline_size)
      first_[size_++] = value;
    else
      more_.push_back(value);
  }
  T pop() {
    if (more_.empty()) return first_[--size_];
    const T value = more_.back();
    more_.pop_back();
    return value;
  }

 private:
  int size_ = 0;
  T first_[inline_size];
  std::vector<T> more_;
};

// Calls leaf(primitive of a, primitive of b) for every pair whose boxes may overlap, each once, until it returns false.
// Returns the number of box pairs tested.
template <class Leaf>
std::uint64_t traverse_pairs(const Tree& a, const Tree& b, const PairFrame& frame, Leaf&& leaf) {
  // A node of each tree; a slot >= 0 stands for that leaf of the node instead.
  struct Item {
    std::uint32_t a, b;
    std::int8_t a_slot, b_slot;
  };
  const Kernels& kernel = kernels();
  const Node* const nodes_a = a.nodes.data();
  const Node* const nodes_b = b.nodes.data();
  std::uint64_t tests = 0;
  Stack<Item, 256> stack;
  stack.push({0, 0, -1, -1});

  // What to do with slot i of node_a and slot j of node_b; false to stop.
  const auto meet = [&](std::uint32_t index_a, int i, std::uint32_t index_b, int j) {
    const Node& node_a = nodes_a[index_a];
    const Node& node_b = nodes_b[index_b];
    if (node_a.is_leaf(i)) {
      if (node_b.is_leaf(j)) return leaf(node_a.primitive(i), node_b.primitive(j));
      stack.push({index_a, node_b.child[j], std::int8_t(i), -1});
    } else if (node_b.is_leaf(j)) {
      stack.push({node_a.child[i], index_b, -1, std::int8_t(j)});
    } else {
      stack.push({node_a.child[i], node_b.child[j], -1, -1});
    }
    return true;
  };

  while (!stack.empty()) {
    const Item item = stack.pop();
    const Node& node_a = nodes_a[item.a];
    const Node& node_b = nodes_b[item.b];
    if (item.a_slot < 0 && item.b_slot < 0) {
      std::uint8_t mask[Node::width];
      kernel.overlap_nodes(frame, node_a, node_b, mask);
      tests += std::uint64_t(node_a.count) * node_b.count;
      for (int j = 0; j < int(node_b.count); ++j)
        for (unsigned bits = mask[j]; bits != 0; bits &= bits - 1)
          if (!meet(item.a, std::countr_zero(bits), item.b, j)) return tests;
    } else if (item.a_slot >= 0) {
      unsigned bits = kernel.overlap_box(frame.a_in_b, frame.b_in_a, slot_box(node_a, item.a_slot), node_b);
      tests += node_b.count;
      for (; bits != 0; bits &= bits - 1)
        if (!meet(item.a, item.a_slot, item.b, std::countr_zero(bits))) return tests;
    } else {
      unsigned bits = kernel.overlap_box(frame.b_in_a, frame.a_in_b, slot_box(node_b, item.b_slot), node_a);
      tests += node_a.count;
      for (; bits != 0; bits &= bits - 1)
        if (!meet(item.a, std::countr_zero(bits), item.b, item.b_slot)) return tests;
    }
  }
  return tests;
}

// Calls leaf(primitive) for every primitive whose box the ray may meet at s <= limit(), nearest slots first within a
// node, until it returns false. Returns the number of boxes tested. limit() may shrink while it runs.
template <class Leaf, class Limit>
std::uint64_t traverse_ray(const Tree& tree, const RayFrame& frame, Limit&& limit, Leaf&& leaf) {
  struct Item {
    std::uint32_t child;
    float entry;
  };
  const Kernels& kernel = kernels();
  const Node* const nodes = tree.nodes.data();
  std::uint64_t tests = 0;
  Stack<Item, 256> stack;
  stack.push({0, 0});
  while (!stack.empty()) {
    const Item item = stack.pop();
    if (item.entry > limit()) continue;
    if ((item.child & Node::leaf_bit) != 0) {
      if (!leaf(item.child & ~Node::leaf_bit)) return tests;
      continue;
    }
    const Node& node = nodes[item.child];
    alignas(32) float entry[Node::width];
    unsigned bits = kernel.ray_node(frame, limit(), node, entry);
    tests += node.count;
    // Insertion sort, farthest first, so that the nearest is popped first.
    Item found[Node::width];
    int count = 0;
    for (; bits != 0; bits &= bits - 1) {
      const int slot = std::countr_zero(bits);
      int at = count++;
      for (; at > 0 && found[at - 1].entry < entry[slot]; --at) found[at] = found[at - 1];
      found[at] = {node.child[slot], entry[slot]};
    }
    for (int i = 0; i < count; ++i) stack.push(found[i]);
  }
  return tests;
}

}  // namespace graze
