#include "study/bsp/axial_bsp.h"

#include <algorithm>

#include "shape/data.h"
#include "tree/traverse.h"

namespace graze::study {
namespace {

// A polygon is in every leaf that its box reaches into, and is to be given once: in the leaf that has the least corner
// of what its box and the probe have in common. That corner is in the polygon's box and in the probe's, so its leaf
// names the polygon and is visited.
bool owns(const Aabb& cell, const Aabb& polygon, const Aabb& probe) {
  for (int k = 0; k < 3; ++k) {
    const float corner = std::max(polygon.lo[k], probe.lo[k]);
    if (!(corner > cell.lo[k] && corner <= cell.hi[k])) return false;
  }
  return true;
}

}  // namespace

void AxialBsp::candidates(const BspProbe& probe, std::vector<std::uint32_t>& found, BspCounters& counters) const {
  found.clear();
  Stack<std::uint32_t, 128> stack;
  stack.push(0);
  while (!stack.empty()) {
    const Node* node = &nodes_[stack.pop()];
    while (node->axis != leaf_axis) {
      ++counters.nodes;
      const bool back = probe.box.lo[node->axis] <= node->plane, front = probe.box.hi[node->axis] > node->plane;
      if (back && front) stack.push(node->child + 1);
      if (!back && !front) break;  // an empty box
      node = &nodes_[node->child + (back ? 0 : 1)];
    }
    if (node->axis != leaf_axis) continue;
    const Leaf& leaf = leaves_[node->child];
    counters.polygons += leaf.count;
    for (std::uint32_t i = leaf.first; i < leaf.first + leaf.count; ++i) {
      const Reference& reference = references_[i];
      if (overlap(probe.box, reference.box) && owns(leaf.cell, reference.box, probe.box))
        found.push_back(reference.polygon);
    }
  }
  std::sort(found.begin(), found.end());
}

BspStatistics AxialBsp::statistics() const noexcept {
  const std::size_t polygons = shape().triangle_count();
  return {polygons, references_.size(), nodes_.size() - leaves_.size(), depth_,
          nodes_.size() * sizeof(Node) + leaves_.size() * sizeof(Leaf) + references_.size() * sizeof(Reference) +
              polygons * sizeof(PolygonSphere)};
}

std::string AxialBsp::validate() const {
  struct Item {
    std::uint32_t node;
    Aabb cell;
  };
  Aabb space;
  for (int k = 0; k < 3; ++k) std::swap(space.lo[k], space.hi[k]);
  std::vector<Item> stack{{0, space}};
  std::size_t seen = 0, leaf_count = 0;
  while (!stack.empty()) {
    const auto [index, cell] = stack.back();
    stack.pop_back();
    const Node& node = nodes_[index];
    const std::string at = "node " + std::to_string(index) + ": ";
    ++seen;
    if (node.axis == leaf_axis) {
      if (node.child >= leaves_.size()) return at + "no such leaf";
      if (!leaves_[node.child].cell.holds(cell) || !cell.holds(leaves_[node.child].cell))
        return at + "the cell of its leaf is not what the planes leave";
      ++leaf_count;
      continue;
    }
    if (node.axis > leaf_axis) return at + "no such axis";
    if (node.child <= index || node.child + 1 >= nodes_.size()) return at + "a child that is not after it";
    Item parts[2] = {{node.child, cell}, {node.child + 1, cell}};
    parts[0].cell.hi[node.axis] = parts[1].cell.lo[node.axis] = node.plane;
    stack.push_back(parts[0]);
    stack.push_back(parts[1]);
  }
  if (seen != nodes_.size() || leaf_count != leaves_.size()) return "nodes or leaves that no way leads to";
  // Every polygon is in each leaf that its box reaches into, and in no other.
  std::vector<std::vector<std::uint32_t>> leaves_of(shape().triangle_count());
  for (std::uint32_t leaf = 0; leaf < leaves_.size(); ++leaf)
    for (std::uint32_t i = leaves_[leaf].first; i < leaves_[leaf].first + leaves_[leaf].count; ++i) {
      if (i >= references_.size() || references_[i].polygon >= leaves_of.size()) return "a reference out of range";
      leaves_of[references_[i].polygon].push_back(leaf);
    }
  const ShapeData& data = data_of(shape());
  for (std::uint32_t polygon = 0; polygon < leaves_of.size(); ++polygon) {
    const Aabb box = fit(data.triangle_box(polygon), frame());
    std::vector<std::uint32_t> reached, ways{0};
    while (!ways.empty()) {
      const Node& node = nodes_[ways.back()];
      ways.pop_back();
      if (node.axis == leaf_axis) {
        reached.push_back(node.child);
        continue;
      }
      if (box.lo[node.axis] <= node.plane) ways.push_back(node.child);
      if (box.hi[node.axis] > node.plane) ways.push_back(node.child + 1);
    }
    std::sort(reached.begin(), reached.end());
    if (reached != leaves_of[polygon])
      return "triangle " + std::to_string(polygon) + " is not in the leaves it reaches";
  }
  return {};
}

}  // namespace graze::study
