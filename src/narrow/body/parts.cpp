#include "narrow/body/parts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/norms.h"
#include "math/posed_box.h"
#include "narrow/body/borrowed.h"
#include "narrow/body/posed.h"

namespace graze {
namespace {

constexpr std::uint32_t only_root[] = {0};

// A sphere under a pose that keeps it one to within 1e-6 has a radius that is off its exact image, which the tree's
// boxes hold, by less than this share.
constexpr double bent_share = 0x1p-15;

}  // namespace

Box leaf_box(const Shape& handle, const Pose& pose) noexcept {
  const ShapeData& shape = data_of(handle);
  if (shape.form == ShapeForm::halfspace) return shape.bounds;
  const double radius = shape.radius > 0 ? posed_radius(pose.linear, shape.radius) : 0;
  if (radius < 0) return grown(inner::posed_box(pose, handle.bounds()), shape.world_margin);
  return grown(inner::posed_box(pose, shape.bounds), radius + shape.world_margin);
}

Pose Parts::pose_of(std::uint32_t node) const noexcept {
  const Compound::Node& here = compound_->nodes[node];
  return product(here.parent == Compound::Node::top ? body_->pose : pose_of(here.parent), here.pose);
}

Status Parts::set(const Body& body) {
  body_ = &body;
  roots_ = only_root;
  int orientation = 0;
  if (const Status status = check_pose(body.pose, orientation); status != Status::ok) return status;
  const ShapeData& shape = data_of(body.shape);
  double far, round = shape.radius;
  std::uint32_t depth = 1;
  if (shape.form != ShapeForm::compound) {
    const bool unbounded = shape.form == ShapeForm::halfspace;
    const Box bounds = unbounded ? Box{{}, {}} : body.shape.bounds();
    whole_.middle = bounds.lo * 0.5 + bounds.hi * 0.5;
    whole_.half =
        unbounded ? Vec3{endless, endless, endless} : max(bounds.hi - whole_.middle, whole_.middle - bounds.lo);
    whole_.margin = shape.world_margin;
    far = std::max(largest(bounds.lo), largest(bounds.hi));
  } else {
    compound_ = shape.compound.get();
    tree_ = &compound_->tree();
    roots_ = tree_->roots;
    if (!surely_invertible(*tree_, body.pose)) {
      const std::vector<Pose> poses = node_poses(*compound_, body.pose);
      for (const CompoundLeaf& leaf : compound_->leaves)
        if (check_pose(poses[leaf.node], orientation) != Status::ok) return Status::out_of_range;
    }
    far = tree_->far;
    round = tree_->round;
    depth = tree_->depth;
  }
  const Mat3& m = body.pose.linear;
  const double across = largest((abs(m.c0) + abs(m.c1)) + abs(m.c2)), from = largest(body.pose.translation);
  const double roundings = 20 * (1.0 + depth);
  slack_ = roundings * 0x1p-53 * (across * far + from) + bent_share * (across * round) + 0x1p-1000;
  return Status::ok;
}

Box Parts::box(std::uint32_t node) const noexcept {
  if (tree_ == nullptr) return leaf_box(body_->shape, body_->pose);
  const PartNode& here = tree_->nodes[node];
  if (here.is_leaf()) {
    const CompoundLeaf& leaf = compound_->leaves[here.leaf];
    return leaf_box(leaf.shape, pose_of(leaf.node));
  }
  Box box = inner::posed_box(body_->pose, here.box());
  // Twice the slack: the sums round, too.
  const double wide = here.margin + 2 * slack_;
  const double last = 0x1p-50;
  const Vec3 most = (abs(box.lo) + abs(box.hi)) * last + Vec3{wide, wide, wide} * (1 + last);
  return {box.lo - most, box.hi + most};
}

// Along a direction of the body's frame: how far the leaves below the node reach, margins included, or `most` where
// none is beyond that.
double Parts::farthest(std::uint32_t node, Vec3 along, double most) const noexcept {
  const auto end = [&](std::uint32_t at) {
    const PartBox box = local_box(at);
    return (dot(along, box.middle) + dot(abs(along), box.half)) + box.margin;
  };
  if (is_leaf(node)) return std::max(most, end(node));
  const std::uint32_t child[2] = {left(node), right(node)};
  const double far[2] = {end(child[0]), end(child[1])};
  const int first = far[1] > far[0] ? 1 : 0;
  for (const int i : {first, 1 - first})
    if (far[i] > most) most = farthest(child[i], along, most);
  return most;
}

Box Parts::whole_box() const noexcept {
  const Mat3& m = body_->pose.linear;
  const Vec3 t = body_->pose.translation;
  Box box;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 along{m.c0[axis], m.c1[axis], m.c2[axis]};
    double low = -std::numeric_limits<double>::infinity(), high = low;
    for (const std::uint32_t root : roots_) {
      high = std::max(high, farthest(root, along, high));
      low = std::max(low, farthest(root, Vec3{} - along, low));
    }
    // Twice the slack, and a part of the margins: products and sums round, too.
    const double more = 2 * slack_ + (std::fabs(high) + std::fabs(low)) * 0x1p-50;
    box.hi[axis] = (high + t[axis]) + more;
    box.lo[axis] = (t[axis] - low) - more;
  }
  return box;
}

Body Parts::body(std::uint32_t leaf) const {
  if (tree_ == nullptr) return borrowed(*body_);
  const CompoundLeaf& part = compound_->leaves[leaf];
  return {borrowed(part.shape), pose_of(part.node)};
}

Status set_parts(const Body& a, const Body& b, Parts& parts_a, Parts& parts_b) {
  const Status status = parts_a.set(a);
  return status == Status::ok ? parts_b.set(b) : status;
}

}  // namespace graze
