// Pair traversal. It only culls: the caller decides about what is left.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/work.h"
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

// A box, given as a slot of a node, against all slots of a node of the other tree.
struct PairItem {
  std::uint32_t host, guest;
  std::uint8_t host_slot;
  bool host_is_b;
  float nearness;
};

// The steps of a pair traversal. Calls leaf(triangle of a, triangle of b, certain) for every pair that float arithmetic
// cannot part, each once, until it returns false; `certain` ones surely meet. With `first_only`, for those who stop at
// the first hit, pairs whose boxes are deep in each other come first, and of two leaves with a certain pair no other is
// given.
template <class Leafs>
class PairTraversal {
 public:
  static constexpr int width = OrientedNode::width;

  PairTraversal(const PairSide& a, const PairSide& b, const PairFrame& frame, bool first_only, Leafs& leaf,
                const Kernels& kernel)
      : a_(a), b_(b), frame_(frame), first_only_(first_only), leaf_(leaf), kernel_(kernel), nodes_{a.nodes, b.nodes} {}

  const PairWork& work() const { return work_; }

  // The items to begin with, the last first; returns their number.
  int begin(PairItem (&found)[width]) const {
    int count = 0;
    for (; count < width && nodes_[0][0].child[count] != Node::none; ++count)
      found[count] = {0, 0, std::uint8_t(count), false, 0};
    return count;
  }

  // Tests an item. `found` are the items to go on with, the last first. False when leaf() said so.
  bool visit(const PairItem& item, PairItem (&found)[width], int& count) {
    const OrientedNode& host = nodes_[item.host_is_b ? 1 : 0][item.host];
    const OrientedNode& guest = nodes_[item.host_is_b ? 0 : 1][item.guest];
    const PairMap& map = item.host_is_b ? frame_.a_in_b : frame_.b_in_a;
    alignas(32) float nearness[width];
    unsigned bits = kernel_.overlap(map, host, item.host_slot, guest, nearness);
    work_.boxes += width;
    work::charge(width);
    work::poll();
    count = 0;
    if (bits == 0) return true;

    const bool host_leaf = host.is_leaf(item.host_slot);
    const float host_size = size(host, item.host_slot), guest_scale_sq = map.scale * map.scale;
    for (; bits != 0; bits &= bits - 1) {
      const int slot = std::countr_zero(bits);
      const bool guest_leaf = guest.is_leaf(slot);
      if (host_leaf && guest_leaf) {
        const std::uint32_t p = host.leaf(item.host_slot), q = guest.leaf(slot);
        if (!(item.host_is_b ? leaf_pair(q, p) : leaf_pair(p, q))) return false;
        continue;
      }
      // The larger of two inner boxes is opened next.
      const bool open_guest = host_leaf || (!guest_leaf && size(guest, slot) * guest_scale_sq > host_size);
      PairItem next = item;
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
      if (first_only_)
        for (; at > 0 && found[at - 1].nearness < next.nearness; --at) found[at] = found[at - 1];
      found[at] = next;
    }
    return true;
  }

  // Everything below the items, the last first.
  bool descend(const PairItem* items, int count) {
    Stack<PairItem, 256> stack;
    for (int i = 0; i < count; ++i) stack.push(items[i]);
    PairItem found[width];
    while (!stack.empty()) {
      if (!visit(stack.pop(), found, count)) return false;
      for (int i = 0; i < count; ++i) stack.push(found[i]);
    }
    return true;
  }

 private:
  static float size(const OrientedNode& node, int slot) {
    return (node.half[0][slot] * node.half[0][slot] + node.half[1][slot] * node.half[1][slot]) +
           node.half[2][slot] * node.half[2][slot];
  }

  // Leaves are tested with a as the guest.
  bool leaf_pair(std::uint32_t index_a, std::uint32_t index_b) {
    const Leaf& leaf_a = a_.tree.leaves[index_a];
    const Leaf& leaf_b = b_.tree.leaves[index_b];
    LeafMeetings meetings;
    work_.triangles += leaf_a.count * leaf_b.count;
    work::charge(leaf_a.count * leaf_b.count);
    if (!kernel_.leaf_pair(frame_.a_in_b, leaf_b, leaf_a, first_only_, meetings)) return true;
    const std::uint32_t* const order_a = a_.tree.order.data() + leaf_a.first;
    const std::uint32_t* const order_b = b_.tree.order.data() + leaf_b.first;
    if (first_only_)
      for (std::uint32_t i = 0; i < leaf_a.count; ++i)
        if (meetings.certain[i] != 0) return leaf_(order_a[i], order_b[std::countr_zero(meetings.certain[i])], true);
    for (std::uint32_t i = 0; i < leaf_a.count; ++i)
      for (unsigned bits = meetings.possible[i]; bits != 0; bits &= bits - 1) {
        const int j = std::countr_zero(bits);
        const bool certain = (meetings.certain[i] >> j & 1) != 0;
        if (!leaf_(order_a[i], order_b[j], certain)) return false;
      }
    return true;
  }

  PairSide a_, b_;
  const PairFrame& frame_;
  bool first_only_;
  Leafs& leaf_;
  const Kernels& kernel_;
  const OrientedNode* nodes_[2];
  PairWork work_;
};

// All of it, in one go.
template <class Leafs>
PairWork traverse_pairs(const PairSide& a, const PairSide& b, const PairFrame& frame, bool first_only, Leafs&& leaf,
                        const Kernels& kernel = kernels()) {
  PairTraversal traversal(a, b, frame, first_only, leaf, kernel);
  PairItem first[OrientedNode::width];
  const int count = traversal.begin(first);
  traversal.descend(first, count);
  return traversal.work();
}

}  // namespace graze
