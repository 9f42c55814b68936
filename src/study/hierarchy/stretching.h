// A hierarchy around features that move one by one (Blow, Practical Collision Detection, last section): what moves
// stretches the volumes that hold it, up to the root; none becomes smaller than it was built. Stretched volumes are
// worked over a subtree at a time, as many nodes as there is time for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "study/hierarchy/hierarchy.h"

namespace graze::study {

// Volumes whose merge is the least that holds both, so that stretching stops: boxes along the axes, and k-DOPs.
template <class V>
concept LatticeVolume = Volume<V> && requires(const V volume) {
  { volume.holds(volume) }
  noexcept->std::same_as<bool>;
};

template <LatticeVolume V>
class StretchingTree {
 public:
  // Every triangle stays within `region`, now and later: it gives the frame.
  StretchingTree(std::vector<Triangle> triangles, Grouping grouping, const Box& region)
      : region_(region),
        triangles_(std::move(triangles)),
        tree_(build_hierarchy<V>(triangles_, grouping, local_frame(region))),
        parent_(tree_.nodes.size()),
        leaf_(triangles_.size()) {
    built_.reserve(tree_.nodes.size());
    for (std::uint32_t n = 0; n < tree_.nodes.size(); ++n) {
      const HierarchyNode<V>& node = tree_.nodes[n];
      built_.push_back(node.volume);
      if (node.leaf())
        leaf_[tree_.order[node.begin]] = n;
      else
        parent_[node.left] = parent_[node.right] = n;
    }
  }

  const Hierarchy<V>& hierarchy() const { return tree_; }
  const std::vector<Triangle>& triangles() const { return triangles_; }

  // False, and nothing changed, when the new place is not within the region. Returns after as many steps up as are
  // needed.
  bool move(std::uint32_t triangle, const Triangle& to) {
    const Box box = box_of(to);
    if (!(merge(box, region_) == region_)) return false;
    triangles_[triangle] = to;
    std::uint32_t n = leaf_[triangle];
    V grown = fitted(triangle);
    while (!tree_.nodes[n].volume.holds(grown)) {
      grown = tree_.nodes[n].volume = merge(tree_.nodes[n].volume, grown);
      if (n == 0) break;
      n = parent_[n];
    }
    return true;
  }

  // Makes volumes as small as the triangles and the built volumes below them allow: the next subtree of at most so many
  // nodes (at least one), and what is above it. Repeated calls go round the whole tree.
  void tighten(std::size_t most_nodes) {
    const auto size = [&](std::uint32_t n) { return std::size_t{2} * tree_.nodes[n].count() - 1; };
    while (next_ < tree_.nodes.size() && size(next_) > most_nodes && !tree_.nodes[next_].leaf()) ++next_;
    if (next_ >= tree_.nodes.size()) next_ = 0;
    while (size(next_) > most_nodes && !tree_.nodes[next_].leaf()) ++next_;
    // In preorder a subtree is a range.
    const std::uint32_t first = next_;
    next_ += std::uint32_t(size(first));
    for (std::uint32_t n = next_; n-- > first;) restore(n);
    for (std::uint32_t n = first; n != 0;) restore(n = parent_[n]);
  }

 private:
  V fitted(std::uint32_t triangle) const {
    const Triangle local = in_frame(triangles_[triangle], tree_.frame);
    return V::fit(std::span<const Triangle>(&local, 1));
  }
  void restore(std::uint32_t n) {
    HierarchyNode<V>& node = tree_.nodes[n];
    node.volume = merge(built_[n], node.leaf() ? fitted(tree_.order[node.begin])
                                               : merge(tree_.nodes[node.left].volume, tree_.nodes[node.right].volume));
  }

  Box region_;
  std::vector<Triangle> triangles_;
  Hierarchy<V> tree_;
  std::vector<V> built_;  // the volumes as they were
  std::vector<std::uint32_t> parent_, leaf_;
  std::uint32_t next_ = 0;
};

}  // namespace graze::study
