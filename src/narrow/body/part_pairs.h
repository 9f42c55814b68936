// Pairs of leaves of two bodies whose boxes come near, by both trees together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/work.h"
#include "narrow/body/parts.h"
#include "narrow/distance/nearest_search.h"

namespace graze {

// A lower bound of the distance of two boxes that are apart; of those that overlap minus the least width of what they
// have in common, so that the deepest come first.
inline double nearness(const Box& a, const Box& b) noexcept {
  const Vec3 gap = max(b.lo - a.hi, a.lo - b.hi);
  const double most = std::max({gap.x, gap.y, gap.z});
  return most <= 0 ? most : box_gap(a, b);
}

// The larger of the two is opened; a leaf cannot be.
inline bool opens_first(const Parts& a, std::uint32_t node_a, const Box& box_a, const Parts& b, std::uint32_t node_b,
                        const Box& box_b) noexcept {
  if (a.is_leaf(node_a) || b.is_leaf(node_b)) return !a.is_leaf(node_a);
  const auto size = [](const Box& box) {
    const Vec3 side = box.hi - box.lo;
    return (side.x + side.y) + side.z;
  };
  return !(size(box_a) < size(box_b));
}

// Depth first, what overlaps deepest first.
template <class Visit>
class NearParts {
 public:
  NearParts(const Parts& a, const Parts& b, double reach, Counters& counters, const Visit& visit)
      : a_(a), b_(b), reach_(reach), counters_(counters), visit_(visit) {}

  // False when a visit ended it.
  bool run() {
    for (const std::uint32_t root_a : a_.roots())
      for (const std::uint32_t root_b : b_.roots()) {
        const Box box_a = a_.box(root_a), box_b = b_.box(root_b);
        if (!(test(box_a, box_b) > reach_) && !descend(root_a, box_a, root_b, box_b)) return false;
      }
    return true;
  }

 private:
  double test(const Box& box_a, const Box& box_b) {
    work::charge(1);
    ++counters_.box_tests;
    return nearness(box_a, box_b);
  }

  bool descend(std::uint32_t node_a, const Box& box_a, std::uint32_t node_b, const Box& box_b) {
    if (a_.is_leaf(node_a) && b_.is_leaf(node_b)) {
      work::poll();
      return visit_(a_.leaf(node_a), b_.leaf(node_b));
    }
    const bool first = opens_first(a_, node_a, box_a, b_, node_b, box_b);
    const Parts& opened = first ? a_ : b_;
    std::uint32_t child[2] = {opened.left(first ? node_a : node_b), opened.right(first ? node_a : node_b)};
    Box box[2] = {opened.box(child[0]), opened.box(child[1])};
    double near[2];
    for (int i = 0; i < 2; ++i) near[i] = first ? test(box[i], box_b) : test(box_a, box[i]);
    const int nearer = near[1] < near[0] ? 1 : 0;
    for (const int i : {nearer, 1 - nearer}) {
      if (near[i] > reach_) continue;
      if (!(first ? descend(child[i], box[i], node_b, box_b) : descend(node_a, box_a, child[i], box[i]))) return false;
    }
    return true;
  }

  const Parts &a_, &b_;
  double reach_;
  Counters& counters_;
  const Visit& visit_;
};

// Calls visit(leaf of a, leaf of b) of every pair whose boxes come within `reach` until it returns false.
template <class Visit>
void for_each_near(const Parts& a, const Parts& b, double reach, Counters& counters, const Visit& visit) {
  NearParts<Visit>(a, b, reach, counters, visit).run();
}

// The same, best first: pairs in the order of a lower bound of their distance, as long as that is not above a limit
// which each visit returns anew; a negative one ends the search. Among pairs that are as near, the one that was found
// first comes first, which depends on nothing but the two bodies.
template <class Visit>
void for_each_nearest(const Parts& a, const Parts& b, double limit, Counters& counters, const Visit& visit) {
  struct Entry {
    double near;
    std::uint32_t order, a, b;
    bool operator<(const Entry& other) const {  // a heap has the greatest on top
      return near != other.near ? near > other.near : order > other.order;
    }
  };
  std::vector<Entry> heap;
  heap.reserve(256);
  std::uint32_t order = 0;
  const auto add = [&](std::uint32_t node_a, const Box& box_a, std::uint32_t node_b, const Box& box_b) {
    work::charge(1);
    ++counters.box_tests;
    const double near = nearness(box_a, box_b);
    if (near > limit) return;
    heap.push_back({near, order++, node_a, node_b});
    std::push_heap(heap.begin(), heap.end());
  };
  for (const std::uint32_t root_a : a.roots())
    for (const std::uint32_t root_b : b.roots()) add(root_a, a.box(root_a), root_b, b.box(root_b));
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    const Entry next = heap.back();
    heap.pop_back();
    if (next.near > limit) return;
    work::poll();
    if (a.is_leaf(next.a) && b.is_leaf(next.b)) {
      limit = visit(a.leaf(next.a), b.leaf(next.b));
      if (limit < 0) return;
      continue;
    }
    const Box box_a = a.box(next.a), box_b = b.box(next.b);
    if (opens_first(a, next.a, box_a, b, next.b, box_b)) {
      for (const std::uint32_t child : {a.left(next.a), a.right(next.a)}) add(child, a.box(child), next.b, box_b);
    } else {
      for (const std::uint32_t child : {b.left(next.b), b.right(next.b)}) add(next.a, box_a, child, b.box(child));
    }
  }
}

}  // namespace graze
