// Pairs of leaves of two bodies whose boxes come near, by both trees together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/work.h"
#include "narrow/body/part_slabs.h"
#include "narrow/distance/nearest_search.h"

namespace graze {

// Depth first, what overlaps deepest first.
template <class Visit>
class NearParts {
 public:
  NearParts(const Parts& a, const Parts& b, double reach, Counters& counters, const Visit& visit)
      : a_(a), b_(b), slabs_(a, b), reach_(reach), counters_(counters), visit_(visit) {}

  // False when a visit ended it.
  bool run() {
    for (const std::uint32_t root_a : a_.roots()) {
      const PartSlab slab_a = slabs_.of_a(root_a);
      for (const std::uint32_t root_b : b_.roots()) {
        const PartSlab slab_b = slabs_.of_b(root_b);
        if (!(test(slab_a, slab_b) > reach_) && !descend(root_a, slab_a, root_b, slab_b)) return false;
      }
    }
    return true;
  }

 private:
  double test(const PartSlab& slab_a, const PartSlab& slab_b) {
    work::charge(1);
    ++counters_.box_tests;
    return slabs_.nearness(slab_a, slab_b, reach_);
  }

  bool descend(std::uint32_t node_a, const PartSlab& slab_a, std::uint32_t node_b, const PartSlab& slab_b) {
    if (a_.is_leaf(node_a) && b_.is_leaf(node_b)) {
      work::poll();
      return visit_(a_.leaf(node_a), b_.leaf(node_b));
    }
    const bool first = slabs_.opens_first(node_a, slab_a, node_b, slab_b);
    const Parts& opened = first ? a_ : b_;
    const std::uint32_t node = first ? node_a : node_b;
    const std::uint32_t child[2] = {opened.left(node), opened.right(node)};
    PartSlab slab[2];
    double near[2];
    for (int i = 0; i < 2; ++i) {
      slab[i] = first ? slabs_.of_a(child[i]) : slabs_.of_b(child[i]);
      near[i] = first ? test(slab[i], slab_b) : test(slab_a, slab[i]);
    }
    const int nearer = near[1] < near[0] ? 1 : 0;
    for (const int i : {nearer, 1 - nearer}) {
      if (near[i] > reach_) continue;
      if (!(first ? descend(child[i], slab[i], node_b, slab_b) : descend(node_a, slab_a, child[i], slab[i])))
        return false;
    }
    return true;
  }

  const Parts &a_, &b_;
  PartSlabs slabs_;
  double reach_;
  Counters& counters_;
  const Visit& visit_;
};

// Calls visit(leaf of a, leaf of b) of every pair whose boxes come within `reach` until it returns false.
template <class Visit>
void for_each_near(const Parts& a, const Parts& b, double reach, Counters& counters, const Visit& visit) {
  if (a.roots().size() == 1 && b.roots().size() == 1 && box_gap(a.box(a.roots()[0]), b.box(b.roots()[0])) > reach) {
    work::charge(1);
    ++counters.box_tests;
    return;
  }
  NearParts<Visit>(a, b, reach, counters, visit).run();
}

// What a visit of for_each_nearest() leaves to look for: nothing where `limit` is negative. The normal of the nearest
// leaves so far tells which of the others cannot be nearer; 0: none is known.
struct NearestSoFar {
  double limit;
  Vec3 normal;
};

// The same, best first: pairs in the order of a lower bound of their distance, as long as that is not above a limit
// which each visit returns anew. Among pairs that are as near, the one that was found first comes first, which depends
// on nothing but the two bodies.
template <class Visit>
void for_each_nearest(const Parts& a, const Parts& b, NearestSoFar so_far, Counters& counters, const Visit& visit) {
  struct Entry {
    double near;
    std::uint32_t order, a, b;
    bool operator<(const Entry& other) const {  // a heap has the greatest on top
      return near != other.near ? near > other.near : order > other.order;
    }
  };
  PartSlabs slabs(a, b);
  Vec3 aim = so_far.normal;
  slabs.aim(aim);
  std::vector<Entry> heap;
  heap.reserve(256);
  std::uint32_t order = 0, aimed = 0;  // what came before `aimed` was compared along other directions
  const auto test = [&](const PartSlab& slab_a, const PartSlab& slab_b) {
    work::charge(1);
    ++counters.box_tests;
    return slabs.nearness(slab_a, slab_b, so_far.limit);
  };
  const auto add = [&](const Entry& entry) {
    if (entry.near > so_far.limit) return;
    heap.push_back(entry);
    std::push_heap(heap.begin(), heap.end());
  };
  for (const std::uint32_t root_a : a.roots())
    for (const std::uint32_t root_b : b.roots())
      add({test(slabs.of_a(root_a), slabs.of_b(root_b)), order++, root_a, root_b});
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    Entry here = heap.back();
    heap.pop_back();
    if (here.near > so_far.limit) return;
    PartSlab slab_a = slabs.of_a(here.a), slab_b = slabs.of_b(here.b);
    if (here.order < aimed && test(slab_a, slab_b) > so_far.limit) continue;
    // Down to leaves along what is nearest; the others wait.
    while (!(a.is_leaf(here.a) && b.is_leaf(here.b))) {
      work::poll();
      const bool first = slabs.opens_first(here.a, slab_a, here.b, slab_b);
      const Parts& opened = first ? a : b;
      const std::uint32_t node = first ? here.a : here.b;
      Entry child[2];
      PartSlab slab[2];
      for (int i = 0; i < 2; ++i) {
        const std::uint32_t below = i == 0 ? opened.left(node) : opened.right(node);
        slab[i] = first ? slabs.of_a(below) : slabs.of_b(below);
        const double near = first ? test(slab[i], slab_b) : test(slab_a, slab[i]);
        child[i] = {near, order++, first ? below : here.a, first ? here.b : below};
      }
      const int nearer = child[0] < child[1] ? 1 : 0;
      add(child[1 - nearer]);
      here = child[nearer];
      if (here.near > so_far.limit) break;
      (first ? slab_a : slab_b) = slab[nearer];
    }
    if (here.near > so_far.limit) continue;
    so_far = visit(a.leaf(here.a), b.leaf(here.b));
    if (so_far.limit < 0) return;
    if (so_far.normal == aim) continue;
    aim = so_far.normal;
    slabs.aim(aim);
    aimed = order;
  }
}

}  // namespace graze
