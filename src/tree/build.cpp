#include <vector>

#include "tree/node.h"
#include "tree/split.h"
#include "tree/tree.h"

namespace graze {
namespace {

std::uint32_t build(Splitter& primitives, const Range& range, int depth, std::vector<Node>& nodes) {
  Range part[Node::width];
  part[0] = range;
  const int count = primitives.split_into(part, Node::width, 1, depth);
  const auto index = std::uint32_t(nodes.size());
  nodes.push_back(empty_node());
  for (int i = 0; i < count; ++i) {
    const std::uint32_t child = part[i].size() == 1 ? Node::leaf_bit | primitives[part[i].begin].id
                                                    : build(primitives, part[i], depth + 1, nodes);
    set_slot(nodes[index], i, part[i].box, child);
  }
  nodes[index].count = std::uint32_t(count);
  return index;
}

}  // namespace

Tree build_tree(std::span<const Box> boxes) {
  Tree tree;
  tree.frame = local_frame(merged(boxes));
  tree.primitives = std::uint32_t(boxes.size());
  Splitter primitives(boxes, tree.frame);
  std::vector<Node> nodes;
  nodes.reserve(boxes.size() / 3 + 1);
  build(primitives, primitives.all(), 0, nodes);
  tree.nodes = std::move(nodes);
  return tree;
}

Tree refit(const Tree& tree, std::span<const Box> boxes) {
  Tree result = tree;
  result.frame = local_frame(merged(boxes));
  std::vector<Node> nodes(tree.nodes.begin(), tree.nodes.end());
  for (std::size_t n = nodes.size(); n-- > 0;)  // children come after their parent
    for (int i = 0; i < int(nodes[n].count); ++i) {
      Node& node = nodes[n];
      const Aabb box = node.is_leaf(i) ? fit(boxes[node.primitive(i)], result.frame) : box_of(nodes[node.child[i]]);
      set_slot(node, i, box, node.child[i]);
    }
  result.nodes = std::move(nodes);
  return result;
}

}  // namespace graze
