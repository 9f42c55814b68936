#include "tree/refit.h"

#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/executor.h"
#include "tree/pack.h"
#include "tree/slots.h"

namespace graze {
namespace {

// A range of at most this many is not worth a thread.
constexpr std::size_t grain = 256;

Box box_of_all(std::span<const Triangle> triangles, int threads) {
  constexpr std::size_t stretch = 8192;
  std::vector<Box> boxes((triangles.size() + stretch - 1) / stretch);
  parallel_for(boxes.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      boxes[i] = box_of(triangles.subspan(i * stretch, std::min(stretch, triangles.size() - i * stretch)));
  });
  Box all;
  for (const Box& box : boxes) all = merge(all, box);
  return all;
}

}  // namespace

Tree refit(Tree tree, std::span<const Triangle> triangles, int threads) {
  tree.frame = local_frame(box_of_all(triangles, threads));
  std::vector<Leaf> leaves = std::move(tree.leaves).take();
  std::vector<Aabb> boxes(leaves.size());
  parallel_for(leaves.size(), grain, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Leaf& leaf = leaves[i];
      leaf = pack_leaf(tree, leaf.first, leaf.count, triangles);
      boxes[i] = leaf_box(tree, leaf, triangles);
    }
  });
  tree.leaves = std::move(leaves);

  std::vector<Node> nodes = std::move(tree.nodes).take();
  for (std::size_t n = nodes.size(); n-- > 0;) {  // children come after their parent
    Node& node = nodes[n];
    for (int i = 0; i < int(node.count); ++i)
      set_slot(node, i, node.is_leaf(i) ? boxes[node.leaf(i)] : node_box(nodes[node.child[i]]), node.child[i]);
  }
  tree.nodes = std::move(nodes);
  GRAZE_ASSERT_SLOW(validate(tree, triangles).empty());
  return tree;
}

void refit(Tree& tree, Array<OrientedNode>& nodes, std::span<const Triangle> triangles, int threads) {
  tree = refit(std::move(tree), triangles, threads);
  nodes = refit_oriented(tree, std::move(nodes), threads);
  GRAZE_ASSERT_SLOW(validate(tree, nodes.view(), triangles).empty());
}

}  // namespace graze
