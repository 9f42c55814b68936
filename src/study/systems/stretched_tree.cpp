// study/hierarchy/stretching.h over boxes along the axes.
#include <algorithm>

#include "graze/study_trees.h"
#include "study/hierarchy/stretching.h"
#include "study/systems/surface.h"
#include "study/volume/aligned_box.h"

namespace graze::study {

struct GRAZE_HIDDEN StretchedTree::State {
  StretchingTree<AlignedBox> tree;
};

StretchedTree::StretchedTree(const Shape& shape, const Box& region) {
  std::vector<Triangle> triangles = surface_triangles(shape);
  Box bounds;
  for (const Triangle& t : triangles)
    for (const Vec3 p : {t.a, t.b, t.c}) bounds = merge(bounds, p);
  if (!is_finite(region.lo) || !is_finite(region.hi) || !(merge(bounds, region) == region))
    throw Error("the region of a stretched tree must be finite and hold the shape");
  state_ = std::make_unique<State>(State{{std::move(triangles), Grouping::mean, region}});
}
StretchedTree::StretchedTree(StretchedTree&&) noexcept = default;
StretchedTree& StretchedTree::operator=(StretchedTree&&) noexcept = default;
StretchedTree::~StretchedTree() = default;

bool StretchedTree::move(std::uint32_t triangle, const Triangle& to) {
  if (triangle >= state_->tree.triangles().size()) return false;
  return state_->tree.move(triangle, to);
}

void StretchedTree::tighten(std::size_t most_nodes) { state_->tree.tighten(most_nodes); }

double StretchedTree::surface() const noexcept {
  double sum = 0;
  for (const auto& node : state_->tree.hierarchy().nodes) {
    const double x = double(node.volume.half(0)), y = double(node.volume.half(1)), z = double(node.volume.half(2));
    sum += 8 * (x * y + y * z + z * x);
  }
  const double unit = state_->tree.hierarchy().frame.scale;
  return sum * unit * unit;
}

std::vector<std::uint32_t> StretchedTree::candidates(const Box& box) const {
  const Hierarchy<AlignedBox>& tree = state_->tree.hierarchy();
  const Aabb wanted = fit(box, tree.frame);
  std::vector<std::uint32_t> found, todo{0};
  while (!todo.empty()) {
    const auto& node = tree.nodes[todo.back()];
    todo.pop_back();
    bool apart = false;
    for (int k = 0; k < 3; ++k) apart = apart || node.volume.hi[k] < wanted.lo[k] || wanted.hi[k] < node.volume.lo[k];
    if (apart) continue;
    if (node.leaf()) {
      found.push_back(tree.order[node.begin]);
      continue;
    }
    todo.push_back(node.left);
    todo.push_back(node.right);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace graze::study
