#include "shape/part_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/norms.h"
#include "shape/compound.h"
#include "tree/binary.h"

namespace graze {
namespace {

constexpr double ordinary = 0x1p200;  // magnitudes and their products stay far from the ends of the doubles
constexpr double least_share = 0x1p-18;
constexpr std::uint32_t deepest = 64;
constexpr double up = 1 + 0x1p-40;
constexpr std::size_t most_fitted = 1024;  // corners of a leaf that its box is fitted to

struct Chain {
  Mat3 magnitudes;  // |N1| |N2| ...
  Vec3 translation;
  std::uint32_t length = 0;
};

std::vector<Chain> chains_of(const Compound& compound) {
  std::vector<Chain> chains(compound.nodes.size());
  for (std::size_t i = 0; i < chains.size(); ++i) {
    const Compound::Node& node = compound.nodes[i];
    const Mat3 linear = abs(node.pose.linear);
    const Vec3 translation = abs(node.pose.translation);
    if (node.parent == Compound::Node::top) {
      chains[i] = {linear, translation, 1};
    } else {
      const Chain& outer = chains[node.parent];
      chains[i] = {outer.magnitudes * linear, outer.magnitudes * translation + outer.translation, outer.length + 1};
    }
  }
  return chains;
}

// Of a leaf with a finite box, in the compound's frame: around its posed corners, or the image of a ball around them,
// which reaches as far along an axis as the row of the matrix is long; around its posed box where corners are many, or
// none describe it.
Box fitted_box(const ShapeData& shape, const Pose& pose, const Box& local) {
  const Box posed = posed_box(pose, local);
  if (shape.curved() || shape.form == ShapeForm::terrain || shape.vertices.size() > most_fitted ||
      !is_finite(posed.lo) || !is_finite(posed.hi))
    return posed;
  Box corners;
  for (const Vec3& vertex : shape.vertices) {
    const Vec3 corner = pose * vertex;
    corners = merge(corners, Box{corner, corner});
  }
  if (shape.radius > 0) {
    const Mat3& m = pose.linear;
    const auto row_length = [&](double x, double y, double z) {
      return shape.radius * std::sqrt((x * x + y * y) + z * z) * up;
    };
    const Vec3 wide{row_length(m.c0.x, m.c1.x, m.c2.x), row_length(m.c0.y, m.c1.y, m.c2.y),
                    row_length(m.c0.z, m.c1.z, m.c2.z)};
    corners = {corners.lo - wide, corners.hi + wide};
  }
  // Corners that no triangle uses may be far out.
  const Box both{max(posed.lo, corners.lo), min(posed.hi, corners.hi)};
  return is_finite(both.lo) && is_finite(both.hi) ? both : posed;
}

void set_box(PartNode& node, const Box& box) {
  node.middle = box.lo * 0.5 + box.hi * 0.5;
  node.half = max(box.hi - node.middle, node.middle - box.lo);
}

// The binary tree's nodes in use, each after its parent; of the leaves `which` says the number.
class Nodes {
 public:
  Nodes(const BinaryTree& from, const std::vector<std::uint32_t>& which, const std::vector<PartNode>& leaves,
        const std::vector<Box>& boxes, PartTree& tree)
      : from_(from), which_(which), leaves_(leaves), boxes_(boxes), tree_(tree) {}

  // Fills the node at `place`, and those below it. Its box.
  Box set(std::uint32_t place, std::uint32_t index) {
    const BinaryNode& node = from_.nodes[index];
    if (node.leaf()) {
      const std::uint32_t leaf = which_[from_.order[node.begin]];
      tree_.nodes[place] = leaves_[leaf];
      return boxes_[leaf];
    }
    const auto left = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.resize(left + 2);
    const Box below = set(left, node.left), box = merge(below, set(left + 1, node.right));
    PartNode& here = tree_.nodes[place];
    here.left = left;
    set_box(here, box);
    here.margin = std::max(tree_.nodes[left].margin, tree_.nodes[left + 1].margin);
    return box;
  }

 private:
  const BinaryTree& from_;
  const std::vector<std::uint32_t>& which_;
  const std::vector<PartNode>& leaves_;
  const std::vector<Box>& boxes_;
  PartTree& tree_;
};

}  // namespace

double sum_of_magnitudes(const Mat3& m) noexcept {
  const Vec3 rows = (abs(m.c0) + abs(m.c1)) + abs(m.c2);
  return (rows.x + rows.y) + rows.z;
}

// The product of the two larger singular values is at most half the sum of the squares of all numbers, which is at most
// the square of the sum of their magnitudes; the determinant is off by less than 8 u of its cube.
double invertible_share(const Mat3& m, double magnitudes) noexcept {
  const double all = sum_of_magnitudes(m);
  if (!(all > 1 / ordinary && magnitudes < ordinary)) return 0;
  const double determinant = std::fabs(dot(m.c0, cross(m.c1, m.c2)));
  const double share = 2 * determinant / ((all * all) * magnitudes);
  return share >= least_share ? share * (1 - 0x1p-20) : 0;
}

bool surely_invertible(const PartTree& tree, const Pose& pose) noexcept {
  const double share = invertible_share(pose.linear, sum_of_magnitudes(pose.linear));
  // The rounding of 64 products takes less than 2^-43 of the magnitudes from the least singular value.
  return share > 0 && tree.least_invertible > 0 && tree.depth <= deepest && tree.far < ordinary &&
         largest(pose.translation) < ordinary;
}

PartTree build_part_tree(const Compound& compound) {
  PartTree tree;
  const std::vector<Pose> poses = node_poses(compound, {});
  const std::vector<Chain> chains = chains_of(compound);
  std::vector<PartNode> leaves(compound.leaves.size());
  std::vector<Box> boxes(leaves.size());
  std::vector<std::uint32_t> bounded, unbounded;
  Box bounds;
  tree.least_invertible = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < leaves.size(); ++i) {
    const CompoundLeaf& leaf = compound.leaves[i];
    const ShapeData& shape = data_of(leaf.shape);
    const Pose& pose = poses[leaf.node];
    const Chain& chain = chains[leaf.node];
    PartNode& node = leaves[i];
    node.leaf = i;
    node.margin = shape.world_margin;
    const Box local = leaf.shape.bounds();
    boxes[i] = shape.form == ShapeForm::halfspace ? local : fitted_box(shape, pose, local);
    tree.depth = std::max(tree.depth, chain.length);
    const double magnitudes = sum_of_magnitudes(chain.magnitudes);
    tree.least_invertible = std::min(tree.least_invertible, invertible_share(pose.linear, magnitudes * up));
    if (shape.form == ShapeForm::halfspace || !is_finite(boxes[i].lo) || !is_finite(boxes[i].hi)) {
      node.half = {endless, endless, endless};
      unbounded.push_back(i);
      continue;
    }
    const Vec3 farthest = max(abs(local.lo), abs(local.hi));
    tree.far = std::max(tree.far, largest(chain.magnitudes * farthest + chain.translation) * up);
    tree.round = std::max(tree.round, shape.radius * magnitudes * up);
    set_box(node, boxes[i]);
    bounds = merge(bounds, boxes[i]);
    bounded.push_back(i);
  }
  if (!bounded.empty()) {
    const LocalFrame frame = local_frame(bounds);
    std::vector<Aabb> around;
    around.reserve(bounded.size());
    for (const std::uint32_t i : bounded) around.push_back(fit(boxes[i], frame));
    const BinaryTree binary = build_binary(around, false, {.most = 1, .block = 1});
    tree.nodes.reserve(2 * leaves.size());
    tree.nodes.emplace_back();
    tree.roots.push_back(0);
    Nodes(binary, bounded, leaves, boxes, tree).set(0, 0);
  }
  for (const std::uint32_t i : unbounded) {
    tree.roots.push_back(static_cast<std::uint32_t>(tree.nodes.size()));
    tree.nodes.push_back(leaves[i]);
  }
  return tree;
}

}  // namespace graze
