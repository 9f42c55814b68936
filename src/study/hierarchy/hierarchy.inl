// Build, refit and validate, over any volume; and the macro that instantiates all of a hierarchy.
#pragma once

#include <algorithm>

#include "study/hierarchy/traverse.inl"

namespace graze::study {

template <Volume V>
void fit_nodes(Hierarchy<V>& hierarchy, std::span<const Triangle> triangles, bool from_children) {
  std::vector<Triangle> local(triangles.size());  // in the frame, in the order of the tree
  for (std::size_t i = 0; i < local.size(); ++i) local[i] = in_frame(triangles[hierarchy.order[i]], hierarchy.frame);
  for (std::size_t n = hierarchy.nodes.size(); n-- > 0;) {
    HierarchyNode<V>& node = hierarchy.nodes[n];
    if (from_children && !node.leaf())
      node.volume = merge(hierarchy.nodes[node.left].volume, hierarchy.nodes[node.right].volume);
    else
      node.volume = V::fit(std::span<const Triangle>(local).subspan(node.begin, node.count()));
  }
}

template <Volume V>
Hierarchy<V> build_hierarchy(std::span<const Triangle> triangles, Grouping grouping) {
  return build_hierarchy<V>(triangles, grouping, local_frame(box_of(triangles)));
}

template <Volume V>
Hierarchy<V> build_hierarchy(std::span<const Triangle> triangles, Grouping grouping, const LocalFrame& frame) {
  Hierarchy<V> hierarchy;
  hierarchy.frame = frame;
  std::vector<Triangle> local(triangles.size());
  for (std::size_t i = 0; i < local.size(); ++i) local[i] = in_frame(triangles[i], hierarchy.frame);
  BinaryTree tree = group(local, grouping);
  hierarchy.order = std::move(tree.order);
  hierarchy.nodes.resize(tree.nodes.size());
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    hierarchy.nodes[n].begin = tree.nodes[n].begin;
    hierarchy.nodes[n].end = tree.nodes[n].end;
    hierarchy.nodes[n].left = tree.nodes[n].left;
    hierarchy.nodes[n].right = tree.nodes[n].right;
  }
  fit_nodes(hierarchy, triangles, false);
  return hierarchy;
}

template <Volume V>
Hierarchy<V> refit(const Hierarchy<V>& hierarchy, std::span<const Triangle> triangles) {
  Hierarchy<V> result = hierarchy;
  result.frame = local_frame(box_of(triangles));
  fit_nodes(result, triangles, true);
  return result;
}

template <Volume V>
std::string validate(const Hierarchy<V>& hierarchy, std::span<const Triangle> triangles) {
  const auto at = [](std::size_t node) { return "node " + std::to_string(node) + ": "; };
  const std::size_t count = triangles.size();
  if (count == 0 || hierarchy.order.size() != count) return "the order does not have each triangle once";
  std::vector<bool> seen(count);
  for (const std::uint32_t t : hierarchy.order) {
    if (t >= count || seen[t]) return "the order does not have each triangle once";
    seen[t] = true;
  }
  if (hierarchy.nodes.empty() || hierarchy.nodes[0].begin != 0 || hierarchy.nodes[0].end != count)
    return "the root does not have all triangles";
  std::vector<std::uint32_t> parents(hierarchy.nodes.size());
  for (std::size_t n = 0; n < hierarchy.nodes.size(); ++n) {
    const HierarchyNode<V>& node = hierarchy.nodes[n];
    if (node.begin >= node.end || node.end > count) return at(n) + "an empty range";
    if (!node.leaf()) {
      if (node.left <= n || node.right <= n || node.left >= hierarchy.nodes.size() ||
          node.right >= hierarchy.nodes.size())
        return at(n) + "children do not come after it";
      const HierarchyNode<V>&left = hierarchy.nodes[node.left], &right = hierarchy.nodes[node.right];
      if (left.begin != node.begin || left.end != right.begin || right.end != node.end)
        return at(n) + "its triangles are not those of its children";
      ++parents[node.left];
      ++parents[node.right];
    }
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      const Triangle t = in_frame(triangles[hierarchy.order[i]], hierarchy.frame);
      if (!node.volume.holds(t.a) || !node.volume.holds(t.b) || !node.volume.holds(t.c))
        return at(n) + "the volume does not hold triangle " + std::to_string(hierarchy.order[i]);
    }
  }
  for (std::size_t n = 0; n < parents.size(); ++n)
    if (parents[n] != (n == 0 ? 0 : 1)) return at(n) + "it has not one parent";
  return {};
}

}  // namespace graze::study

// NOLINTNEXTLINE: a template instantiation has no other way to take a name once
#define GRAZE_HIERARCHY(V)                                                                                          \
  template Hierarchy<V> build_hierarchy<V>(std::span<const Triangle>, Grouping);                                    \
  template Hierarchy<V> build_hierarchy<V>(std::span<const Triangle>, Grouping, const LocalFrame&);                 \
  template Hierarchy<V> refit<V>(const Hierarchy<V>&, std::span<const Triangle>);                                   \
  template std::string validate<V>(const Hierarchy<V>&, std::span<const Triangle>);                                 \
  template HierarchyCounters for_each_candidate<V>(const Hierarchy<V>&, const Hierarchy<V>&, const PairPose&,       \
                                                   FunctionRef<bool(std::uint32_t, std::uint32_t)>);                \
  template std::vector<SubtreePair> open_pairs<V>(const Hierarchy<V>&, const Hierarchy<V>&, const PairPose&,        \
                                                  std::size_t, HierarchyCounters&);                                 \
  template HierarchyCounters for_each_candidate_below<V>(const Hierarchy<V>&, const Hierarchy<V>&, const PairPose&, \
                                                         SubtreePair,                                               \
                                                         FunctionRef<bool(std::uint32_t, std::uint32_t)>);          \
  template NearestPair nearest_pair<V>(const Hierarchy<V>&, const Hierarchy<V>&, const PairPose&, double, double,   \
                                       FunctionRef<double(std::uint32_t, std::uint32_t)>, double)
