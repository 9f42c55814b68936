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
// With `likely_first`, pairs whose boxes are deep in each other come first: for those who stop at the first hit.
// Returns the number of box pairs tested.
template <class Leaf>
std::uint64_t traverse_pairs(const PairTree& a, const PairTree& b, const PairFrame& frame, bool likely_first,
                             Leaf&& leaf) {
  // A box, given as a slot of a node, against all slots of a node of the other tree.
  struct Item {
    std::uint32_t host, guest;
    std::uint8_t host_slot;
    bool host_is_b;
    float nearness;
  };
  const Kernels& kernel = kernels();
  const PairNode* const nodes[2] = {a.nodes.data(), b.nodes.data()};
  const auto size = [](const PairNode& node, int slot) {
    return (node.half[0][slot] * node.half[0][slot] + node.half[1][slot] * node.half[1][slot]) +
           node.half[2][slot] * node.half[2][slot];
  };
  std::uint64_t tests = 0;
  Stack<Item, 256> stack;
  for (int i = 0; i < PairNode::width && nodes[0][0].child[i] != PairNode::none; ++i)
    stack.push({0, 0, std::uint8_t(i), false, 0});

  while (!stack.empty()) {
    const Item item = stack.pop();
    const PairNode& host = nodes[item.host_is_b ? 1 : 0][item.host];
    const PairNode& guest = nodes[item.host_is_b ? 0 : 1][item.guest];
    const PairMap& map = item.host_is_b ? frame.a_in_b : frame.b_in_a;
    alignas(32) float nearness[PairNode::width];
    unsigned bits = kernel.overlap(map, host, item.host_slot, guest, nearness);
    tests += PairNode::width;
    if (bits == 0) continue;

    const bool host_leaf = host.is_leaf(item.host_slot);
    const float host_size = size(host, item.host_slot), guest_scale_sq = map.scale * map.scale;
    Item found[PairNode::width];
    int count = 0;
    for (; bits != 0; bits &= bits - 1) {
      const int slot = std::countr_zero(bits);
      const bool guest_leaf = guest.is_leaf(slot);
      if (host_leaf && guest_leaf) {
        const std::uint32_t p = host.primitive(item.host_slot), q = guest.primitive(slot);
        if (!(item.host_is_b ? leaf(q, p) : leaf(p, q))) return tests;
        continue;
      }
      // The larger of two inner boxes is opened next.
      const bool open_guest = host_leaf || (!guest_leaf && size(guest, slot) * guest_scale_sq > host_size);
      Item next = item;
      next.nearness = nearness[slot];
      if (open_guest) {
        next.guest = guest.child[slot];
      } else {
        next.host = item.guest;
        next.host_slot = std::uint8_t(slot);
        next.guest = host.child[item.host_slot];
        next.host_is_b = !item.host_is_b;
      }
      int at = count++;
      if (likely_first)
        for (; at > 0 && found[at - 1].nearness < next.nearness; --at) found[at] = found[at - 1];
      found[at] = next;
    }
    for (int i = 0; i < count; ++i) stack.push(found[i]);
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
    unsigned bits = kernel.ray(frame, limit(), node, entry);
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
