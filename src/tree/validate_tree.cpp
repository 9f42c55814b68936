// Everything that a Tree promises, checked against the triangles.
#include <cmath>
#include <vector>

#include "tree/slots.h"
#include "tree/tree.h"

namespace graze {
namespace {

std::string fault_in_leaf(const Tree& tree, const Leaf& leaf, std::span<const Triangle> triangles) {
  if (!(leaf.radius >= 0) || !(leaf.radius <= 8)) return "a wrong radius";
  for (int i = 0; i < Leaf::width; ++i) {
    const std::uint32_t slot = std::min(std::uint32_t(i), leaf.count - 1);
    const Triangle t = in_frame(triangles[tree.order[leaf.first + slot]], tree.frame);
    const Vec3 corner[3] = {t.a, t.b, t.c};
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k) {
        const double exact = corner[c][k] - double(leaf.centre[k]);
        if (!(std::fabs(exact) <= 16) ||
            !(std::fabs(double(leaf.corner[c][k][i]) - exact) <= std::fabs(exact) * 0x1p-24 + 0x1p-140) ||
            !(std::fabs(leaf.corner[c][k][i]) <= leaf.radius))
          return "a corner that is not its triangle's";
      }
  }
  return {};
}

}  // namespace

std::string validate(const Tree& tree, std::span<const Triangle> triangles) {
  const auto node_text = [](std::size_t node) { return "node " + std::to_string(node); };
  const auto at = [&](std::size_t node, int slot) { return node_text(node) + ", slot " + std::to_string(slot) + ": "; };
  if (tree.order.size() != triangles.size()) return "the tree has another number of triangles";
  if (tree.nodes.empty()) return "the tree has no root";
  const LocalFrame frame = local_frame(box_of(triangles));
  if (!(tree.frame.origin == frame.origin && tree.frame.scale == frame.scale))
    return "its frame is not that of the triangles";
  for (std::size_t n = 0; n < tree.nodes.size(); ++n)
    if (tree.nodes[n].count < 1 || tree.nodes[n].count > Node::width) return node_text(n) + " has a wrong slot count";

  std::vector<bool> node_seen(tree.nodes.size()), triangle_seen(triangles.size());
  node_seen[0] = true;
  std::uint32_t next_leaf = 0, next_triangle = 0;  // a depth-first walk meets them in order
  std::vector<std::pair<std::uint32_t, int>> path{{0, 0}};
  while (!path.empty()) {
    auto& [n, i] = path.back();
    const Node& node = tree.nodes[n];
    if (i == Node::width) {
      path.pop_back();
      continue;
    }
    const int slot = i++;
    const std::uint32_t here = n;
    if (slot >= int(node.count)) {
      for (int k = 0; k < 3; ++k)
        if (node.child[slot] != Node::none || !(node.lo[k][slot] > node.hi[k][slot]))
          return at(here, slot) + "an unused slot is not empty";
      continue;
    }
    const Aabb box = slot_box(node, slot);
    if (!node.is_leaf(slot)) {
      const std::uint32_t child = node.child[slot];
      if (child <= here || child >= tree.nodes.size()) return at(here, slot) + "a child must come after its parent";
      if (node_seen[child]) return at(here, slot) + node_text(child) + " has two parents";
      node_seen[child] = true;
      if (!box.holds(node_box(tree.nodes[child]))) return at(here, slot) + "the box does not hold its child";
      path.push_back({child, 0});
      continue;
    }
    if (node.leaf(slot) != next_leaf || next_leaf >= tree.leaves.size()) return at(here, slot) + "a wrong leaf";
    const Leaf& leaf = tree.leaves[next_leaf++];
    if (leaf.count < 1 || leaf.count > Leaf::width || leaf.first != next_triangle ||
        leaf.count > triangles.size() - next_triangle)
      return at(here, slot) + "the leaf has wrong triangles";
    for (std::uint32_t t = leaf.first; t < leaf.first + leaf.count; ++t) {
      const std::uint32_t triangle = tree.order[t];
      if (triangle >= triangles.size() || triangle_seen[triangle])
        return at(here, slot) + "the leaf has a wrong triangle, or one that is in another leaf";
      triangle_seen[triangle] = true;
    }
    next_triangle += leaf.count;
    if (!box.holds(leaf_box(tree, leaf, triangles))) return at(here, slot) + "the box does not hold its triangles";
    if (const std::string fault = fault_in_leaf(tree, leaf, triangles); !fault.empty())
      return at(here, slot) + "the leaf has " + fault;
  }
  for (std::size_t n = 0; n < tree.nodes.size(); ++n)
    if (!node_seen[n]) return node_text(n) + " has no parent";
  if (next_triangle != triangles.size() || next_leaf != tree.leaves.size()) return "a triangle is in no leaf";
  return {};
}

}  // namespace graze
