// Everything that a RayTree promises, checked against the triangles.
#include <cmath>
#include <vector>

#include "tree/ray_slots.h"
#include "tree/tree.h"

namespace graze {
namespace {

class Validator {
 public:
  Validator(const RayTree& tree, std::span<const Triangle> triangles)
      : tree_(tree), triangles_(triangles), node_seen_(tree.nodes.size()), triangle_seen_(triangles.size()) {}

  std::string run() {
    if (tree_.order.size() != triangles_.size()) return "the ray tree has another number of triangles";
    if (tree_.nodes.empty()) return "the ray tree has no root";
    if (tree_.leaves.size() < RayLeaf::overhang) return "the ray tree has no leaves";
    const LocalFrame frame = local_frame(box_of(triangles_));
    if (!(tree_.frame.origin == frame.origin && tree_.frame.scale == frame.scale))
      return "its frame is not that of the triangles";
    node_seen_[0] = true;
    if (std::string fault = node(0, 1); !fault.empty()) return fault;
    for (std::size_t n = 0; n < tree_.nodes.size(); ++n)
      if (!node_seen_[n]) return "ray node " + std::to_string(n) + " has no parent";
    if (next_triangle_ != triangles_.size()) return "a triangle is in no leaf of the ray tree";
    return {};
  }

 private:
  // Of everything from the node down. `level` bounds the recursion.
  std::string node(std::uint32_t n, int level) {
    const RayNode& node = tree_.nodes[n];
    if (level > RayTree::most_levels) return "the ray tree is too deep";
    for (const auto& order : node.order) {
      unsigned seen = 0;
      for (unsigned k = 0; k < RayNode::width; ++k) seen |= 1u << (order[k & 1] >> (4 * (k >> 1)) & 15);
      if (seen != 0xffff) return at(n, 0) + "an order leaves out a slot";
    }
    for (int slot = 0; slot < RayNode::width; ++slot)
      if (std::string fault = this->slot(n, slot, level); !fault.empty()) return fault;
    return {};
  }

  std::string slot(std::uint32_t n, int slot, int level) {
    const RayNode& node = tree_.nodes[n];
    const std::uint32_t child = node.child[slot];
    if (child == RayNode::none) {
      if (slot == 0) return at(n, slot) + "a node without children";
      for (int k = 0; k < 3; ++k)
        if (!(node.lo[k][slot] > node.hi[k][slot])) return at(n, slot) + "an unused slot is not empty";
      return {};
    }
    if (slot > 0 && node.child[slot - 1] == RayNode::none) return at(n, slot) + "a used slot after an unused one";
    const Aabb box = slot_box(node, slot);
    if (node.is_leaf(slot)) return leaf(n, slot, box);
    if (child <= n || child >= tree_.nodes.size()) return at(n, slot) + "a child must come after its parent";
    if (node_seen_[child]) return at(n, slot) + "the child has two parents";
    node_seen_[child] = true;
    if (!box.holds(node_box(tree_.nodes[child]))) return at(n, slot) + "the box does not hold its child";
    return this->node(child, level + 1);
  }

  std::string leaf(std::uint32_t n, int slot, const Aabb& box) {
    const std::size_t start = tree_.nodes[n].leaf(slot), room = tree_.leaves.size() - RayLeaf::overhang;
    if (start + RayLeaf::header > room) return at(n, slot) + "a leaf outside of the tree";
    const RayLeafView leaf(&tree_.leaves[start]);
    if (leaf.triangles < 1 || leaf.triangles > RayLeaf::most_triangles || leaf.corners < 1 ||
        leaf.corners > RayLeaf::most_corners || start + RayLeaf::words(leaf.triangles, leaf.corners) > room ||
        leaf.first != next_triangle_ || leaf.triangles > triangles_.size() - next_triangle_)
      return at(n, slot) + "the leaf has wrong triangles";
    for (std::uint32_t i = 0; i < leaf.triangles; ++i) {
      const std::uint32_t id = tree_.order[leaf.first + i];
      if (id >= triangles_.size() || triangle_seen_[id])
        return at(n, slot) + "the leaf has a wrong triangle, or one that is in another leaf";
      triangle_seen_[id] = true;
      if (!box.holds(fit(box_of(triangles_[id]), tree_.frame)))
        return at(n, slot) + "the box does not hold its triangles";
      const Triangle t = in_frame(triangles_[id], tree_.frame);
      const Vec3 corners[3] = {t.a, t.b, t.c};
      for (unsigned c = 0; c < 3; ++c) {
        if (leaf.corner(i, c) >= leaf.corners) return at(n, slot) + "a corner that the leaf does not have";
        for (int k = 0; k < 3; ++k)
          if (!(leaf.coordinate(leaf.corner(i, c), k) == float(corners[c][k])))
            return at(n, slot) + "a corner that is not its triangle's";
      }
    }
    next_triangle_ += leaf.triangles;
    return {};
  }

  static std::string at(std::uint32_t n, int slot) {
    return "ray node " + std::to_string(n) + ", slot " + std::to_string(slot) + ": ";
  }

  const RayTree& tree_;
  std::span<const Triangle> triangles_;
  std::vector<bool> node_seen_, triangle_seen_;
  std::uint32_t next_triangle_ = 0;  // a depth-first walk meets them in order
};

}  // namespace

std::string validate(const RayTree& tree, std::span<const Triangle> triangles) {
  return Validator(tree, triangles).run();
}

}  // namespace graze
