// Boxes with given axes around the packed corners of leaves.
//
// A box takes one pass over the leaves below it, which have neighbouring numbers. A corner p = m + c of a leaf with the
// middle m has the coordinate a . (m - r) + a . c along the axis a, r a point of the box. The first term is found in
// double; the rest is float. With U = 2^-24, u the largest |c_k|, and s the sum over the axes of the largest
// coordinate:
//   the packed corner is off by U u a coordinate, so by 2 U u along a;
//   the products and sums of a . c round by at most 6 U u;
//   the first term, rounded to float, and the last sum round by U (s + 2u) and U s.
// Two corners of a leaf are 2u apart, so one is at least u from r, and u <= s: together below 12 U s. Axes that are
// unit and perpendicular only to float rounding cost 8 U of a distance that is below 1.8 s (volume/obb.cpp). 32 U s =
// 2^-19 s is given away for both.
#include <algorithm>
#include <limits>
#include <vector>

#include "base/executor.h"
#include "tree/kernels.h"
#include "tree/oriented.h"

namespace graze {

std::vector<LeafRange> leaf_ranges(std::span<const OrientedNode> nodes) {
  std::vector<LeafRange> result(nodes.size());
  for (std::size_t n = nodes.size(); n-- > 0;) {  // children come after their parent
    LeafRange all{std::numeric_limits<std::uint32_t>::max(), 0};
    for (int i = 0; i < OrientedNode::width && nodes[n].child[i] != Node::none; ++i) {
      const LeafRange below =
          nodes[n].is_leaf(i) ? LeafRange{nodes[n].leaf(i), nodes[n].leaf(i) + 1} : result[nodes[n].child[i]];
      all = {std::min(all.begin, below.begin), std::max(all.end, below.end)};
    }
    result[n] = all;
  }
  return result;
}

void refit_slot(OrientedNode& node, int slot, std::span<const Leaf> leaves) {
  float axis[3][3];
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) axis[k][i] = node.axis[k][i][slot];
  const float(&reference)[3] = leaves[leaves.size() / 2].centre;

  float least[3], most[3];
  kernels().extent(axis, reference, leaves.data(), leaves.size(), least, most);
  double lo[3], hi[3], middle[3], size = 0;
  for (int k = 0; k < 3; ++k) {
    lo[k] = least[k];
    hi[k] = most[k];
    middle[k] = (lo[k] + hi[k]) * 0.5;
    size += std::max(hi[k], -lo[k]);
  }
  for (int i = 0; i < 3; ++i) {
    double sum = reference[i];
    for (int k = 0; k < 3; ++k) sum += double(axis[k][i]) * middle[k];
    node.centre[i][slot] = float(sum);
  }
  // Against the centre as it is written; the factor is for the conversion.
  for (int k = 0; k < 3; ++k) {
    double at = 0;
    for (int i = 0; i < 3; ++i) at += double(axis[k][i]) * (double(node.centre[i][slot]) - double(reference[i]));
    const double half = std::max(hi[k] - at, at - lo[k]);
    node.half[k][slot] = float(half * (1 + 0x1p-22) + size * 0x1p-19 + 0x1p-60);
  }
}

Array<OrientedNode> refit_oriented(const Tree& tree, Array<OrientedNode> array, int threads) {
  std::vector<OrientedNode> nodes = std::move(array).take();
  const std::vector<LeafRange> below = leaf_ranges(nodes);
  parallel_for(nodes.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      for (int i = 0; i < OrientedNode::width && nodes[n].child[i] != Node::none; ++i) {
        const std::uint32_t leaf = nodes[n].leaf(i);
        const LeafRange range = nodes[n].is_leaf(i) ? LeafRange{leaf, leaf + 1} : below[nodes[n].child[i]];
        refit_slot(nodes[n], i, tree.leaves.view().subspan(range.begin, range.end - range.begin));
      }
  });
  return nodes;
}

}  // namespace graze
