#include <cmath>
#include <limits>
#include <vector>

#include "tree/pair_tree.h"
#include "tree/split.h"

namespace graze {
namespace {

// Triangles of a tree in its frame, where everything is near 1. The shift rounds by 2^-53 of the frame at most, which
// is far below the float rounding that every pad covers.
Triangle in_frame(const Triangle& t, const LocalFrame& frame) {
  const double inverse = 1 / frame.scale;
  const auto move = [&](Vec3 p) { return ((p * 0.5 - frame.origin * 0.5) * inverse) * 2; };
  return {move(t.a), move(t.b), move(t.c)};
}

PairNode empty_pair_node() {
  PairNode node = {};
  for (int i = 0; i < PairNode::width; ++i) {
    for (int k = 0; k < 3; ++k) node.half[k][i] = -std::numeric_limits<float>::infinity();
    node.child[i] = PairNode::none;
  }
  return node;
}

void set_slot(PairNode& node, int slot, const Obb& box, std::uint32_t child) {
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) node.axis[k][i][slot] = box.axis[k][i];
    node.centre[k][slot] = box.centre[k];
    node.half[k][slot] = box.half[k];
  }
  node.child[slot] = child;
}

class PairBuilder {
 public:
  PairBuilder(Splitter& primitives, std::span<const Triangle> triangles, const LocalFrame& frame)
      : primitives_(primitives), triangles_(triangles), frame_(frame) {}

  std::vector<PairNode> run() {
    nodes_.reserve(triangles_.size() / 3 + 1);
    build(primitives_.all(), 0);
    return std::move(nodes_);
  }

 private:
  std::uint32_t build(const Range& range, int depth) {
    Range part[PairNode::width];
    part[0] = range;
    const int count = primitives_.split_into(part, PairNode::width, 1, depth);
    const auto index = std::uint32_t(nodes_.size());
    nodes_.push_back(empty_pair_node());
    for (int i = 0; i < count; ++i) {
      gathered_.clear();
      for (std::uint32_t p = part[i].begin; p < part[i].end; ++p)
        gathered_.push_back(in_frame(triangles_[primitives_[p].id], frame_));
      const Obb box = fit_obb(gathered_);
      const std::uint32_t child =
          part[i].size() == 1 ? PairNode::leaf_bit | primitives_[part[i].begin].id : build(part[i], depth + 1);
      set_slot(nodes_[index], i, box, child);
    }
    return index;
  }

  Splitter& primitives_;
  std::span<const Triangle> triangles_;
  LocalFrame frame_;
  std::vector<PairNode> nodes_;
  std::vector<Triangle> gathered_;
};

// Are the axes unit and perpendicular to float rounding?
bool orthonormal(const PairNode& node, int slot) {
  for (int k = 0; k < 3; ++k)
    for (int l = k; l < 3; ++l) {
      double product = k == l ? -1 : 0;
      for (int i = 0; i < 3; ++i) product += double(node.axis[k][i][slot]) * double(node.axis[l][i][slot]);
      if (!(std::fabs(product) < 1e-6)) return false;
    }
  return true;
}

// Does the box as written hold the point, give or take the rounding of this very test?
bool holds(const PairNode& node, int slot, Vec3 p) {
  for (int k = 0; k < 3; ++k) {
    double along = 0;
    for (int i = 0; i < 3; ++i) along += double(node.axis[k][i][slot]) * (p[i] - double(node.centre[i][slot]));
    if (!(std::fabs(along) <= double(node.half[k][slot]))) return false;
  }
  return true;
}

}  // namespace

PairTree build_pair_tree(std::span<const Triangle> triangles) {
  std::vector<Box> boxes(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const Triangle& t = triangles[i];
    boxes[i] = {min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)};
  }
  PairTree tree;
  tree.frame = local_frame(merged(boxes));
  tree.primitives = std::uint32_t(triangles.size());
  Splitter primitives(boxes, tree.frame);
  boxes = {};
  tree.nodes = PairBuilder(primitives, triangles, tree.frame).run();
  return tree;
}

std::string validate(const PairTree& tree, std::span<const Triangle> triangles) {
  if (tree.primitives != triangles.size()) return "the tree has another number of triangles";
  if (tree.nodes.empty()) return "the tree has no root";
  const auto at = [](std::size_t node, int slot) {
    return "node " + std::to_string(node) + ", slot " + std::to_string(slot) + ": ";
  };
  constexpr std::size_t no_parent = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> parent(tree.nodes.size(), no_parent);  // as node * width + slot
  std::vector<bool> seen(triangles.size());
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    if (n > 0 && parent[n] == no_parent) return "node " + std::to_string(n) + " has no parent before it";
    for (int i = 0; i < PairNode::width; ++i) {
      const PairNode& node = tree.nodes[n];
      if (node.child[i] == PairNode::none) {
        if (!(node.half[0][i] < 0)) return at(n, i) + "an unused slot is not empty";
        continue;
      }
      if (i > 0 && node.child[i - 1] == PairNode::none) return at(n, i) + "it comes after an unused slot";
      if (!orthonormal(node, i)) return at(n, i) + "the axes are not those of a box";
      const std::size_t here = n * PairNode::width + std::size_t(i);
      if (!node.is_leaf(i)) {
        const std::uint32_t child = node.child[i];
        if (child <= n || child >= tree.nodes.size()) return at(n, i) + "a child must come after its parent";
        if (parent[child] != no_parent) return at(n, i) + "node " + std::to_string(child) + " has two parents";
        parent[child] = here;
        continue;
      }
      const std::uint32_t primitive = node.primitive(i);
      if (primitive >= triangles.size()) return at(n, i) + "no such triangle";
      if (seen[primitive]) return at(n, i) + "triangle " + std::to_string(primitive) + " is there twice";
      seen[primitive] = true;
      const Triangle t = in_frame(triangles[primitive], tree.frame);
      for (std::size_t up = here; up != no_parent; up = parent[up / PairNode::width])
        for (const Vec3& p : {t.a, t.b, t.c})
          if (!holds(tree.nodes[up / PairNode::width], int(up % PairNode::width), p))
            return at(n, i) + "triangle " + std::to_string(primitive) + " is not held by node " +
                   std::to_string(up / PairNode::width);
    }
  }
  for (std::size_t p = 0; p < triangles.size(); ++p)
    if (!seen[p]) return "triangle " + std::to_string(p) + " is in no leaf";
  return {};
}

}  // namespace graze
