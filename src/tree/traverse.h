// Pair and ray traversal. Both only cull: the caller decides about what is left.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tree/kernels.h"

namespace graze {

// A stack of plain values that starts on the caller's stack and goes to the heap when deep.
template <class T, std::size_t inline_size>
class Stack {
 public:
  bool empty() const { return size_ == 0; }
  void push(const T& value) {
    if (size_ == capacity_) grow();
    data_[size_++] = value;
  }
  T pop() { return data_[--size_]; }

 private:
  void grow() {
    std::vector<T> larger(2 * capacity_);
    std::copy(data_, data_ + size_, larger.begin());
    heap_ = std::move(larger);
    data_ = heap_.data();
    capacity_ = heap_.size();
  }

  std::size_t size_ = 0, capacity_ = inline_size;
  T first_[inline_size];
  T* data_ = first_;
  std::vector<T> heap_;
};

// A tree as pairs see it.
struct PairSide {
  const Tree& tree;
  const OrientedNode* nodes;
};

// What a traversal compared.
struct PairWork {
  std::uint64_t boxes = 0, triangles = 0;  // pairs of them
};

// Calls leaf(triangle of a, triangle of b, certain) for every pair that float arithmetic cannot part, each once, until
// it returns false; `certain` ones surely meet. With `first_only`, for those who stop at the first hit, pairs whose
// boxes are deep in each other come first, and of two leaves with a certain pair no other is given.
template <class Leafs>
PairWork traverse_pairs(const PairSide& a, const PairSide& b, const PairFrame& frame, bool first_only, Leafs&& leaf,
                        const Kernels& kernel = kernels()) {
  // A box, given as a slot of a node, against all slots of a node of the other tree.
  struct Item {
    std::uint32_t host, guest;
    std::uint8_t host_slot;
    bool host_is_b;
    float nearness;
  };
  const OrientedNode* const nodes[2] = {a.nodes, b.nodes};
  const auto size = [](const OrientedNode& node, int slot) {
    return (node.half[0][slot] * node.half[0][slot] + node.half[1][slot] * node.half[1][slot]) +
           node.half[2][slot] * node.half[2][slot];
  };
  PairWork work;
  // Leaves are tested with a as the guest.
  const auto leaf_pair = [&](std::uint32_t index_a, std::uint32_t index_b) {
    const Leaf& leaf_a = a.tree.leaves[index_a];
    const Leaf& leaf_b = b.tree.leaves[index_b];
    LeafMeetings meetings;
    work.triangles += leaf_a.count * leaf_b.count;
    if (!kernel.leaf_pair(frame.a_in_b, leaf_b, leaf_a, first_only, meetings)) return true;
    if (first_only)
      for (std::uint32_t i = 0; i < leaf_a.count; ++i)
        if (meetings.certain[i] != 0) {
          const auto j = std::uint32_t(std::countr_zero(meetings.certain[i]));
          return leaf(a.tree.order[leaf_a.first + i], b.tree.order[leaf_b.first + j], true);
        }
    for (std::uint32_t i = 0; i < leaf_a.count; ++i)
      for (unsigned bits = meetings.possible[i]; bits != 0; bits &= bits - 1) {
        const int j = std::countr_zero(bits);
        const bool certain = (meetings.certain[i] >> j & 1) != 0;
        if (!leaf(a.tree.order[leaf_a.first + i], b.tree.order[leaf_b.first + std::uint32_t(j)], certain)) return false;
      }
    return true;
  };

  Stack<Item, 256> stack;
  for (int i = 0; i < OrientedNode::width && nodes[0][0].child[i] != Node::none; ++i)
    stack.push({0, 0, std::uint8_t(i), false, 0});
  while (!stack.empty()) {
    const Item item = stack.pop();
    const OrientedNode& host = nodes[item.host_is_b ? 1 : 0][item.host];
    const OrientedNode& guest = nodes[item.host_is_b ? 0 : 1][item.guest];
    const PairMap& map = item.host_is_b ? frame.a_in_b : frame.b_in_a;
    alignas(32) float nearness[OrientedNode::width];
    unsigned bits = kernel.overlap(map, host, item.host_slot, guest, nearness);
    work.boxes += OrientedNode::width;
    if (bits == 0) continue;

    const bool host_leaf = host.is_leaf(item.host_slot);
    const float host_size = size(host, item.host_slot), guest_scale_sq = map.scale * map.scale;
    Item found[OrientedNode::width];
    int count = 0;
    for (; bits != 0; bits &= bits - 1) {
      const int slot = std::countr_zero(bits);
      const bool guest_leaf = guest.is_leaf(slot);
      if (host_leaf && guest_leaf) {
        const std::uint32_t p = host.leaf(item.host_slot), q = guest.leaf(slot);
        if (!(item.host_is_b ? leaf_pair(q, p) : leaf_pair(p, q))) return work;
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
      if (first_only)
        for (; at > 0 && found[at - 1].nearness < next.nearness; --at) found[at] = found[at - 1];
      found[at] = next;
    }
    for (int i = 0; i < count; ++i) stack.push(found[i]);
  }
  return work;
}

// Calls leaf(leaf) for every leaf whose box the ray may meet at s <= limit(), nearest slots first within a node, until
// it returns false. Returns the number of boxes tested. limit() may shrink while it runs.
template <class Leafs, class Limit>
std::uint64_t traverse_ray(const Tree& tree, const RayFrame& frame, Limit&& limit, Leafs&& leaf) {
  struct Item {
    std::uint32_t child;
    float entry;
  };
  const Kernels& kernel = kernels();
  const Node* const nodes = tree.nodes.data();
  const Leaf* const leaves = tree.leaves.data();
  const auto prefetch = [&](std::uint32_t child) {
    if ((child & Node::leaf_bit) == 0) return;
    const auto* const at = reinterpret_cast<const char*>(&leaves[child & ~Node::leaf_bit]);
    for (std::size_t line = 0; line < sizeof(Leaf); line += 64) __builtin_prefetch(at + line);
  };
  std::uint64_t tests = 0;
  Stack<Item, 256> stack;
  Item item{0, 0};
  while (true) {
    if ((item.child & Node::leaf_bit) == 0) {
      const Node& node = nodes[item.child];
      alignas(32) float entry[Node::width];
      unsigned bits = kernel.ray(frame, limit(), node, entry);
      tests += node.count;
      if (bits != 0) {
        // The nearest goes on at once; the others wait, farthest at the bottom.
        Item found[Node::width];
        int count = 0;
        for (; bits != 0; bits &= bits - 1) {
          const int slot = std::countr_zero(bits);
          prefetch(node.child[slot]);
          int at = count++;
          for (; at > 0 && found[at - 1].entry < entry[slot]; --at) found[at] = found[at - 1];
          found[at] = {node.child[slot], entry[slot]};
        }
        for (int i = 0; i + 1 < count; ++i) stack.push(found[i]);
        item = found[count - 1];
        continue;
      }
    } else if (!leaf(leaves[item.child & ~Node::leaf_bit])) {
      return tests;
    }
    do {
      if (stack.empty()) return tests;
      item = stack.pop();
    } while (item.entry > limit());
  }
}

}  // namespace graze
