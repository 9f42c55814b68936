#include <vector>

#include "tree/node.h"
#include "tree/tree.h"

namespace graze {

std::string validate(const Tree& tree, std::span<const Box> boxes) {
  const auto at = [](std::size_t node, int slot) {
    return "node " + std::to_string(node) + ", slot " + std::to_string(slot) + ": ";
  };
  if (tree.primitives != boxes.size()) return "the tree has another number of primitives than the boxes";
  if (tree.nodes.empty()) return "the tree has no root";
  std::vector<bool> node_seen(tree.nodes.size()), primitive_seen(boxes.size());
  node_seen[0] = true;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const Node& node = tree.nodes[n];
    if (!node_seen[n]) return "node " + std::to_string(n) + " has no parent before it";
    if (node.count < 1 || node.count > Node::width) return "node " + std::to_string(n) + " has a wrong slot count";
    for (int i = 0; i < Node::width; ++i) {
      if (i >= int(node.count)) {
        if (node.child[i] != Node::none || node.lo[0][i] <= node.hi[0][i])
          return at(n, i) + "an unused slot is not empty";
        continue;
      }
      const Aabb box = slot_box(node, i);
      if (node.is_leaf(i)) {
        const std::uint32_t primitive = node.primitive(i);
        if (primitive >= boxes.size()) return at(n, i) + "no such primitive";
        if (primitive_seen[primitive]) return at(n, i) + "primitive " + std::to_string(primitive) + " is there twice";
        primitive_seen[primitive] = true;
        if (!box.holds(fit(boxes[primitive], tree.frame))) return at(n, i) + "the box does not hold its primitive";
      } else {
        const std::uint32_t child = node.child[i];
        if (child <= n || child >= tree.nodes.size()) return at(n, i) + "a child must come after its parent";
        if (node_seen[child]) return at(n, i) + "node " + std::to_string(child) + " has two parents";
        node_seen[child] = true;
        if (tree.nodes[child].count > Node::width) return "node " + std::to_string(child) + " has a wrong slot count";
        if (!box.holds(box_of(tree.nodes[child]))) return at(n, i) + "the box does not hold its child";
      }
    }
  }
  for (std::size_t p = 0; p < boxes.size(); ++p)
    if (!primitive_seen[p]) return "primitive " + std::to_string(p) + " is in no leaf";
  return {};
}

}  // namespace graze
