#include "backend/cuda/mesh_layout.h"

#include <algorithm>
#include <cmath>

#include "backend/cuda/refit.h"
#include "base/executor.h"
#include "math/posed_point.h"
#include "shape/data.h"
#include "tree/binary.h"
#include "volume/offered.h"

namespace graze::gpu {
namespace {

constexpr std::uint32_t most_for_pairs = 2;
// Small leaves cost fewer tests; on an H200 large ones were faster where the nodes are too many for the caches.
constexpr std::uint32_t most_for_rays(std::size_t triangles) { return triangles < 400000 ? 2 : 4; }
// A box around more triangles is made of those of its children.
constexpr std::uint32_t most_to_fit = 2048;

struct Corners {
  const MeshLayout& layout;

  Triangle operator()(std::uint32_t number) const {
    return into_frame(triangle_of(layout.vertices.data(), layout.triangles.data(), number), layout.frame);
  }
};

std::vector<FloatTriangle> rounded_in_order(const Corners& corners, const std::vector<std::uint32_t>& order) {
  std::vector<FloatTriangle> result;
  result.reserve(order.size());
  for (const std::uint32_t number : order) result.push_back(rounded(corners(number), number));
  return result;
}

// How many nodes lie above the deepest leaf.
int depth_of(const BinaryTree& tree) {
  std::vector<int> depth(tree.nodes.size(), 0);
  int deepest = 0;
  std::vector<std::uint32_t> todo{0};
  while (!todo.empty()) {
    const std::uint32_t i = todo.back();
    todo.pop_back();
    const BinaryNode& node = tree.nodes[i];
    deepest = std::max(deepest, depth[i]);
    if (node.leaf()) continue;
    for (const std::uint32_t child : {node.left, node.right}) {
      depth[child] = depth[i] + 1;
      todo.push_back(child);
    }
  }
  return deepest;
}

std::int32_t leaf_reference(const BinaryNode& node) { return reference_to({node.begin, node.end - node.begin}); }

// Nodes in the order in which a walk from the left finds them, so that neighbours lie together.
std::vector<RayNode> ray_nodes(const BinaryTree& tree, std::vector<std::uint32_t>* parents) {
  std::vector<RayNode> nodes;
  if (tree.nodes[0].leaf()) return nodes;
  struct Job {
    std::uint32_t node, parent;
    int side;
  };
  std::vector<Job> todo{{0, 0, -1}};
  while (!todo.empty()) {
    const Job job = todo.back();
    todo.pop_back();
    const BinaryNode& from = tree.nodes[job.node];
    const auto here = static_cast<std::uint32_t>(nodes.size());
    if (job.side >= 0) nodes[job.parent].child[job.side] = static_cast<std::int32_t>(here);
    nodes.emplace_back();
    if (parents != nullptr) parents->push_back(2 * job.parent + (job.side == 1 ? 1 : 0));
    const std::uint32_t children[2] = {from.left, from.right};
    for (int side = 1; side >= 0; --side) {
      const BinaryNode& child = tree.nodes[children[side]];
      for (int k = 0; k < 3; ++k) {
        const auto axis = static_cast<std::size_t>(k);
        nodes[here].bounds[side][axis] = grid_word(child.box.lo[axis], child.box.hi[axis]);
      }
      if (child.leaf())
        nodes[here].child[side] = leaf_reference(child);
      else
        todo.push_back({children[side], here, side});
    }
  }
  return nodes;
}

std::vector<PairNode> pair_nodes(const BinaryTree& tree, const Corners& corners, int threads,
                                 std::vector<PlaceRange>* ranges) {
  std::vector<Obb> boxes(tree.nodes.size());
  // Level by level. Some entries of the tree are not used; children come after their parents.
  std::vector<std::uint32_t> used{0}, place(tree.nodes.size());
  std::vector<PairNode> nodes(1);
  for (std::size_t k = 0; k < used.size(); ++k) {
    const BinaryNode& node = tree.nodes[used[k]];
    if (node.leaf()) continue;
    place[used[k]] = static_cast<std::uint32_t>(used.size());
    used.push_back(node.left);
    used.push_back(node.right);
  }
  parallel_for(used.size(), 64, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<Triangle> below;
    for (std::size_t k = begin; k < end; ++k) {
      const BinaryNode& node = tree.nodes[used[k]];
      if (node.end - node.begin > most_to_fit) continue;
      below.clear();
      for (std::uint32_t i = node.begin; i < node.end; ++i) below.push_back(corners(tree.order[i]));
      boxes[used[k]] = fit_obb(below);
    }
  });
  for (std::size_t k = used.size(); k-- > 0;) {
    const BinaryNode& node = tree.nodes[used[k]];
    if (node.end - node.begin > most_to_fit) boxes[used[k]] = merge_obb(boxes[node.left], boxes[node.right]);
  }
  nodes.resize(used.size());
  for (std::size_t k = 0; k < used.size(); ++k) {
    const BinaryNode& from = tree.nodes[used[k]];
    const Obb& box = boxes[used[k]];
    for (int axis = 0; axis < 3; ++axis) {
      for (int i = 0; i < 3; ++i) nodes[k].axis[3 * axis + i] = box.axis[axis][i];
      nodes[k].centre[axis] = box.centre[axis];
      nodes[k].half[axis] = box.half[axis];
    }
    if (ranges != nullptr) ranges->push_back({from.begin, from.end});
    nodes[k].child = from.leaf() ? leaf_reference(from) : static_cast<std::int32_t>(place[used[k]]);
  }
  return nodes;
}

}  // namespace

bool has_full_top(const std::vector<PairNode>& nodes) noexcept {
  if (nodes.size() < 15) return false;
  for (std::size_t k = 0; k < 7; ++k)
    if (nodes[k].child < 0) return false;
  return true;
}

bool made_of_triangles(const Shape& shape) noexcept {
  if (!shape || shape.margin() != 0) return false;
  switch (shape.form()) {
    case ShapeForm::mesh:
    case ShapeForm::soup:
    case ShapeForm::strip:
    case ShapeForm::fan:
    case ShapeForm::terrain:
      return shape.triangle_count() < 1u << (31 - LeafReference::count_bits);
    default:
      return false;
  }
}

bool made_of_corners(const Shape& shape) noexcept {
  if (!shape || shape.margin() != 0) return false;
  const ShapeData& data = data_of(shape);
  return data.faceted() && data.triangle_count >= 4;
}

std::vector<std::uint32_t> part_corners(const std::vector<Index3>& triangles, std::size_t vertices, std::size_t most) {
  std::vector<std::uint32_t> leader(vertices);
  for (std::uint32_t i = 0; i < vertices; ++i) leader[i] = i;
  const auto find = [&](std::uint32_t i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  };
  for (const Index3& t : triangles)
    for (const std::uint32_t corner : {t[1], t[2]}) leader[find(corner)] = find(t[0]);
  std::vector<std::uint32_t> corners;
  for (const Index3& t : triangles) {
    const std::uint32_t part = find(t[0]);
    if (leader[part] == part && std::find(corners.begin(), corners.end(), part) == corners.end())
      corners.push_back(part);
    if (corners.size() > most) return {};
  }
  return corners;
}

MeshLayout lay_out(const Shape& shape, const Pose& pose, const MeshUse& use, int threads) {
  MeshLayout layout;
  const ShapeData& data = data_of(shape);
  const bool terrain = data.form == ShapeForm::terrain;
  layout.vertices.resize(terrain ? data.heights.size() : data.vertices.size());
  layout.triangles.resize(data.triangle_count);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    const Triangle t = data.triangle(i);
    const std::array<std::size_t, 3> corner = data.corners(i);
    const Vec3* const from[3] = {&t.a, &t.b, &t.c};
    for (std::size_t k = 0; k < 3; ++k) {
      layout.triangles[i][k] = static_cast<std::uint32_t>(corner[k]);
      layout.vertices[corner[k]] = posed(pose, *from[k]);
    }
  }
  Box bounds;
  for (const Index3& corner : layout.triangles)
    for (const std::uint32_t k : corner) bounds = merge(bounds, layout.vertices[k]);
  layout.frame = local_frame(bounds);
  if (!is_finite(bounds.lo) || !is_finite(bounds.hi) || !ordinary_frame(layout.frame)) return layout;

  const Corners corners{layout};
  std::vector<Aabb> boxes(layout.triangles.size());
  parallel_for(boxes.size(), 4096, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Index3& corner = layout.triangles[i];
      Box box;
      for (const std::uint32_t k : corner) box = merge(box, layout.vertices[k]);
      boxes[i] = fit(box, layout.frame);
    }
  });
  const bool parallel = threads != 1;
  layout.usable = true;
  if (use.rays) {
    const BinaryTree tree = build_binary(boxes, parallel, {most_for_rays(boxes.size()), 1, {}});
    layout.usable = depth_of(tree) <= deepest_ray_tree;
    layout.ray_nodes = ray_nodes(tree, use.moving ? &layout.ray_parents : nullptr);
    layout.ray_triangles = rounded_in_order(corners, tree.order);
  }
  if (use.pairs) {
    const BinaryTree tree = build_binary(boxes, parallel, {most_for_pairs, 1, {}});
    layout.usable = layout.usable && depth_of(tree) <= deepest_pair_tree;
    layout.pair_nodes = pair_nodes(tree, corners, threads, use.moving ? &layout.pair_ranges : nullptr);
    layout.pair_triangles = rounded_in_order(corners, tree.order);
  }
  return layout;
}

}  // namespace graze::gpu
