#include "tree/tree_cost.h"

#include <cmath>

namespace graze {
namespace {

double area_of_boxes(std::span<const OrientedNode> nodes) {
  double sum = 0;
  for (const OrientedNode& node : nodes)
    for (int i = 0; i < OrientedNode::width && node.child[i] != Node::none; ++i) {
      const float x = node.half[0][i], y = node.half[1][i], z = node.half[2][i];
      sum += double((x * y + y * z) + z * x);
    }
  return 8 * sum;
}

double area_of_triangles(std::span<const Leaf> leaves) {
  double sum = 0;
  for (const Leaf& leaf : leaves)
    for (std::uint32_t i = 0; i < leaf.count; ++i) {
      float u[3], v[3];
      for (int k = 0; k < 3; ++k) {
        u[k] = leaf.corner[1][k][i] - leaf.corner[0][k][i];
        v[k] = leaf.corner[2][k][i] - leaf.corner[0][k][i];
      }
      const float x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2], z = u[0] * v[1] - u[1] * v[0];
      sum += double(std::sqrt((x * x + y * y) + z * z));
    }
  return sum / 2;
}

}  // namespace

double tree_cost(const Tree& tree, std::span<const OrientedNode> nodes) noexcept {
  const double surface = area_of_triangles(tree.leaves.view());
  return surface > 0 ? area_of_boxes(nodes) / surface : 0;
}

}  // namespace graze
