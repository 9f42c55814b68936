#include "tree/refit_part.h"

#include <algorithm>
#include <utility>

#include "tree/pack.h"
#include "tree/slots.h"

namespace graze {
namespace {

constexpr std::uint32_t width = OrientedNode::width;

// Every slot above the leaves once, children's before their parents'.
std::vector<std::uint32_t> slots_above(const TreeLinks& links, std::span<const std::uint32_t> leaves) {
  std::vector<bool> seen(links.slot_of_node.size() * width);
  std::vector<std::uint32_t> slots;
  for (const std::uint32_t leaf : leaves)
    for (std::uint32_t slot = links.slot_of_leaf[leaf]; slot != TreeLinks::root && !seen[slot];
         slot = links.slot_of_node[slot / width]) {
      seen[slot] = true;
      slots.push_back(slot);
    }
  std::sort(slots.rbegin(), slots.rend());  // children come after their parent
  return slots;
}

void refit_node_boxes(Tree& tree, std::span<const std::uint32_t> slots, std::span<const std::uint32_t> leaves,
                      const std::vector<Aabb>& boxes) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;  // leaf, where its box is
  for (std::uint32_t i = 0; i < leaves.size(); ++i) places.emplace_back(leaves[i], i);
  std::sort(places.begin(), places.end());
  const std::span<Node> nodes = tree.nodes.edit();
  for (const std::uint32_t slot : slots) {
    Node& node = nodes[slot / width];
    const int i = int(slot % width);
    const std::uint32_t child = node.child[i];
    if (node.is_leaf(i)) {
      const auto place = std::lower_bound(places.begin(), places.end(), std::pair{node.leaf(i), 0u});
      set_slot(node, i, boxes[place->second], child);
    } else {
      set_slot(node, i, node_box(nodes[child]), child);
    }
  }
}

}  // namespace

std::size_t TreeLinks::memory() const noexcept {
  return (leaf_of_triangle.capacity() + slot_of_leaf.capacity() + slot_of_node.capacity()) * sizeof(std::uint32_t) +
         leaves_below.capacity() * sizeof(LeafRange);
}

TreeLinks link_tree(const Tree& tree, std::span<const OrientedNode> nodes) {
  TreeLinks links;
  links.leaf_of_triangle.resize(tree.order.size());
  for (std::uint32_t i = 0; i < tree.leaves.size(); ++i) {
    const Leaf& leaf = tree.leaves[i];
    for (std::uint32_t k = 0; k < leaf.count; ++k) links.leaf_of_triangle[tree.order[leaf.first + k]] = i;
  }
  links.slot_of_leaf.resize(tree.leaves.size());
  links.slot_of_node.assign(nodes.size(), TreeLinks::root);
  for (std::uint32_t n = 0; n < nodes.size(); ++n)
    for (std::uint32_t i = 0; i < width && nodes[n].child[i] != Node::none; ++i) {
      const int slot = int(i);
      (nodes[n].is_leaf(slot) ? links.slot_of_leaf[nodes[n].leaf(slot)] : links.slot_of_node[nodes[n].child[i]]) =
          n * width + i;
    }
  links.leaves_below = leaf_ranges(nodes);
  return links;
}

void refit_leaves(Tree& tree, Array<OrientedNode>& nodes, const TreeLinks& links, std::span<const std::uint32_t> leaves,
                  const std::function<Triangle(std::uint32_t)>& triangle) {
  const std::vector<std::uint32_t> slots = slots_above(links, leaves);
  std::vector<Aabb> boxes(leaves.size());
  const std::span<Leaf> packed = tree.leaves.edit();
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    Leaf& leaf = packed[leaves[i]];
    Triangle own[Leaf::width];
    for (std::uint32_t k = 0; k < leaf.count; ++k) {
      own[k] = triangle(tree.order[leaf.first + k]);
      boxes[i].merge(fit(box_of(own[k]), tree.frame));
    }
    leaf = pack_leaf(tree.frame, leaf.first, {own, leaf.count});
  }

  const std::span<OrientedNode> changed = nodes.edit();
  for (const std::uint32_t at : slots) {
    OrientedNode& node = changed[at / width];
    const int slot = int(at % width);
    const LeafRange below =
        node.is_leaf(slot) ? LeafRange{node.leaf(slot), node.leaf(slot) + 1} : links.leaves_below[node.child[slot]];
    refit_slot(node, slot, tree.leaves.view().subspan(below.begin, below.end - below.begin));
  }
  refit_node_boxes(tree, slots, leaves, boxes);
}

}  // namespace graze
