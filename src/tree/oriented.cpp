#include "tree/oriented.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/executor.h"

namespace graze {
namespace {

// The stretch of `order` below each node: leaves are numbered in the order in which a depth-first walk meets them, and
// so are their triangles.
struct Stretch {
  std::uint32_t begin, end;
};

std::vector<Stretch> stretches(const Tree& tree) {
  std::vector<Stretch> result(tree.nodes.size());
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {
    const Node& node = tree.nodes[n];
    Stretch all{std::numeric_limits<std::uint32_t>::max(), 0};
    for (int i = 0; i < int(node.count); ++i) {
      const Stretch below = node.is_leaf(i) ? Stretch{tree.leaves[node.leaf(i)].first,
                                                      tree.leaves[node.leaf(i)].first + tree.leaves[node.leaf(i)].count}
                                            : result[node.child[i]];
      all = {std::min(all.begin, below.begin), std::max(all.end, below.end)};
    }
    result[n] = all;
  }
  return result;
}

void set_slot(OrientedNode& node, int slot, const Obb& box, std::uint32_t child) {
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) node.axis[k][i][slot] = box.axis[k][i];
    node.centre[k][slot] = box.centre[k];
    node.half[k][slot] = box.half[k];
  }
  node.child[slot] = child;
}

OrientedNode empty_oriented_node() {
  OrientedNode node = {};
  for (int i = 0; i < OrientedNode::width; ++i) {
    for (int k = 0; k < 3; ++k) node.half[k][i] = -std::numeric_limits<float>::infinity();
    node.child[i] = Node::none;
  }
  return node;
}

// Are the axes unit and perpendicular to float rounding?
bool orthonormal(const OrientedNode& node, int slot) {
  for (int k = 0; k < 3; ++k)
    for (int l = k; l < 3; ++l) {
      double product = k == l ? -1 : 0;
      for (int i = 0; i < 3; ++i) product += double(node.axis[k][i][slot]) * double(node.axis[l][i][slot]);
      if (!(std::fabs(product) < 1e-6)) return false;
    }
  return true;
}

bool holds(const OrientedNode& node, int slot, Vec3 p) {
  for (int k = 0; k < 3; ++k) {
    double along = 0;
    for (int i = 0; i < 3; ++i) along += double(node.axis[k][i][slot]) * (p[i] - double(node.centre[i][slot]));
    if (!(std::fabs(along) <= double(node.half[k][slot]))) return false;
  }
  return true;
}

}  // namespace

Array<OrientedNode> build_oriented(const Tree& tree, std::span<const Triangle> triangles, int threads) {
  const std::vector<Stretch> below = stretches(tree);
  std::vector<Triangle> local(triangles.size());  // in the frame, in the tree's order
  parallel_for(local.size(), 4096, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) local[i] = in_frame(triangles[tree.order[i]], tree.frame);
  });
  std::vector<OrientedNode> nodes(tree.nodes.size());
  parallel_for(nodes.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const Node& node = tree.nodes[n];
      nodes[n] = empty_oriented_node();
      for (int i = 0; i < int(node.count); ++i) {
        const Leaf* leaf = node.is_leaf(i) ? &tree.leaves[node.leaf(i)] : nullptr;
        const Stretch s = leaf != nullptr ? Stretch{leaf->first, leaf->first + leaf->count} : below[node.child[i]];
        set_slot(nodes[n], i, fit_obb(std::span(local).subspan(s.begin, s.end - s.begin)), node.child[i]);
      }
    }
  });
  GRAZE_ASSERT_SLOW(validate(tree, nodes, triangles).empty());
  return nodes;
}

std::string validate(const Tree& tree, std::span<const OrientedNode> nodes, std::span<const Triangle> triangles) {
  if (nodes.size() != tree.nodes.size()) return "there are not as many oriented nodes as nodes";
  const auto at = [](std::size_t node, int slot) {
    return "oriented node " + std::to_string(node) + ", slot " + std::to_string(slot) + ": ";
  };
  const std::vector<Stretch> below = stretches(tree);
  for (std::size_t n = 0; n < nodes.size(); ++n)
    for (int i = 0; i < OrientedNode::width; ++i) {
      const Node& node = tree.nodes[n];
      if (nodes[n].child[i] != node.child[i]) return at(n, i) + "the child is not that of the node";
      if (i >= int(node.count)) {
        for (int k = 0; k < 3; ++k)
          if (nodes[n].half[k][i] != -std::numeric_limits<float>::infinity())
            return at(n, i) + "an unused slot is not empty";
        continue;
      }
      if (!orthonormal(nodes[n], i)) return at(n, i) + "the axes are not those of a box";
      for (int k = 0; k < 3; ++k)
        if (!(nodes[n].half[k][i] <= 16) || !(std::fabs(nodes[n].centre[k][i]) <= 16))
          return at(n, i) + "the box is not within the frame";
      const Leaf* leaf = node.is_leaf(i) ? &tree.leaves[node.leaf(i)] : nullptr;
      const Stretch s = leaf != nullptr ? Stretch{leaf->first, leaf->first + leaf->count} : below[node.child[i]];
      for (std::uint32_t t = s.begin; t < s.end; ++t) {
        const Triangle triangle = in_frame(triangles[tree.order[t]], tree.frame);
        for (const Vec3& p : {triangle.a, triangle.b, triangle.c})
          if (!holds(nodes[n], i, p))
            return at(n, i) + "the box does not hold triangle " + std::to_string(tree.order[t]);
      }
    }
  return {};
}

}  // namespace graze
