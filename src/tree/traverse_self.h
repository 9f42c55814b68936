// A tree against itself: every unordered pair of its boxes at most once. Only culls, as tree/traverse.h does.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "tree/kernels.h"
#include "tree/slots.h"
#include "tree/traverse.h"

namespace graze {

// All pairs within the subtree of a node (host == guest), or a slot of the host against all slots of the guest, which
// is another subtree.
struct SelfItem {
  std::uint32_t host, guest;
  std::uint8_t slot;

  bool within() const { return host == guest; }
};

class SelfTraversal {
 public:
  // Boxes nearer than `grow` along every axis count as overlapping.
  SelfTraversal(std::span<const Node> nodes, float grow) : nodes_(nodes), grow_(grow) {}

  static constexpr SelfItem all() { return {0, 0, 0}; }

  // One step: calls leaves(p, q) for pairs of leaves whose boxes may overlap, p == q for a leaf with itself, until it
  // returns false, and more(item) for what is still to be opened. Returns false when stopped.
  template <class Leaves, class More>
  bool open(const SelfItem& item, Leaves&& leaves, More&& more) {
    const Node& host = nodes_[item.host];
    if (!item.within()) return against(item, leaves, more);
    for (int i = 0; i < Node::width && host.child[i] != Node::none; ++i) {
      if (host.is_leaf(i)) {
        if (!leaves(host.leaf(i), host.leaf(i))) return false;
      } else {
        more(SelfItem{host.child[i], host.child[i], 0});
      }
      // The slots after i; those before had their turn.
      if (i + 1 == Node::width || host.child[i + 1] == Node::none) break;
      const auto later = ~((2u << i) - 1);
      if (!against(item.host, std::uint8_t(i), item.host, later, leaves, more)) return false;
    }
    return true;
  }

  // Depth first, until leaves() returns false; returns false then.
  template <class Leaves>
  bool run(const SelfItem& item, Leaves&& leaves) {
    Stack<SelfItem, 256> stack;
    stack.push(item);
    while (!stack.empty()) {
      if (!open(stack.pop(), leaves, [&](const SelfItem& next) { stack.push(next); })) return false;
    }
    return true;
  }

  std::uint64_t tests() const { return tests_; }  // pairs of boxes so far

 private:
  template <class Leaves, class More>
  bool against(const SelfItem& item, Leaves& leaves, More& more) {
    return against(item.host, item.slot, item.guest, ~0u, leaves, more);
  }

  template <class Leaves, class More>
  bool against(std::uint32_t host_index, std::uint8_t host_slot, std::uint32_t guest_index, unsigned mask,
               Leaves& leaves, More& more) {
    const Node &host = nodes_[host_index], &guest = nodes_[guest_index];
    Aabb box = slot_box(host, host_slot);
    const float host_size = size(box);
    for (int k = 0; k < 3; ++k) {
      box.lo[k] -= grow_;
      box.hi[k] += grow_;
    }
    unsigned bits = kernel_.overlap_aligned(box, guest) & mask;
    tests_ += Node::width;
    const bool host_leaf = host.is_leaf(host_slot);
    for (; bits != 0; bits &= bits - 1) {
      const int slot = std::countr_zero(bits);
      const bool guest_leaf = guest.is_leaf(slot);
      if (host_leaf && guest_leaf) {
        if (!leaves(host.leaf(host_slot), guest.leaf(slot))) return false;
      } else if (host_leaf || (!guest_leaf && size(slot_box(guest, slot)) > host_size)) {
        more(SelfItem{host_index, guest.child[slot], host_slot});
      } else {
        more(SelfItem{guest_index, host.child[host_slot], std::uint8_t(slot)});
      }
    }
    return true;
  }

  // Of its diagonal, squared.
  static float size(const Aabb& box) {
    const float x = box.hi[0] - box.lo[0], y = box.hi[1] - box.lo[1], z = box.hi[2] - box.lo[2];
    return (x * x + y * y) + z * z;
  }

  const Kernels& kernel_ = kernels();
  std::span<const Node> nodes_;
  float grow_;
  std::uint64_t tests_ = 0;
};

// Items that together are the whole traversal, at least `count` of them unless the tree is too small: opened breadth
// first. Pairs of leaves met on the way go to leaves(), until it returns false; nothing is left then.
template <class Leaves>
std::vector<SelfItem> split_self(SelfTraversal& traversal, std::size_t count, Leaves&& leaves) {
  std::vector<SelfItem> items{SelfTraversal::all()}, next;
  while (!items.empty() && items.size() < count) {
    next.clear();
    for (const SelfItem& item : items)
      if (!traversal.open(item, leaves, [&](const SelfItem& more) { next.push_back(more); })) return {};
    items.swap(next);
  }
  return items;
}

}  // namespace graze
