#include "motion/moving_box.h"

#include <algorithm>
#include <limits>

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double largest(Vec3 v) { return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}); }

Vec3 unit(Vec3 v) {
  const double size = length(v);
  return size > 1e-150 && size < 1e150 ? v * (1 / size) : Vec3{};
}

// Two boxes along one direction.
class Pair {
 public:
  Pair(const PlacedBox& a, const PlacedBox& b, const Path& path_a, const Path& path_b, double separation)
      : a_(a), b_(b), path_a_(path_a), path_b_(path_b), apart_(b.centre - a.centre), speed_(b.speed - a.speed) {
    slack_ = separation * (1 + 0x1p-40) + (a.box->slack + b.box->slack) + length(apart_) * 0x1p-46;
    bend_a_ = path_a.angle * path_a.angle * a.box->radius;
    bend_b_ = path_b.angle * path_b.angle * b.box->radius;
  }

  // How long the direction proves them apart, in either sense; negative when it does not. It is turned from a to b.
  double lasts(Vec3& n) const {
    double along = dot(n, apart_);
    if (along < 0) {
      n = -n;
      along = -along;
    }
    double gap = along - slack_;
    for (int k = 0; k < 3; ++k) gap -= std::fabs(dot(n, a_.half[k])) + std::fabs(dot(n, b_.half[k]));
    if (!(gap > 0)) return -1;
    double speed = dot(n, speed_), bend = 0;
    // The speed of a point is off by less than 2^-40 of the largest, which is at most that of the box's own slack.
    double error = length(speed_) * 0x1p-40;
    if (path_a_.angle != 0) spread(n, path_a_, a_, bend_a_, speed, bend, error);
    if (path_b_.angle != 0) spread(n, path_b_, b_, bend_b_, speed, bend, error);
    speed -= error;
    gap *= 1 - 0x1p-40;
    const double root = std::sqrt(speed * speed + 2 * bend * gap);
    if (speed <= 0) return root - speed > 0 ? 2 * gap / (root - speed) : infinity;
    return bend > 0 ? (speed + root) / bend : infinity;
  }

 private:
  static void spread(Vec3 n, const Path& path, const PlacedBox& box, double bend_most, double& speed, double& bend,
                     double& error) {
    const Vec3 across = cross(n, path.axis) * path.angle;
    for (int k = 0; k < 3; ++k) speed -= std::fabs(dot(across, box.half[k]));
    bend += bend_most * (std::sqrt(dot(cross(n, path.axis), cross(n, path.axis))) + 0x1p-40);
    error += std::fabs(path.angle) * (box.box->slack + box.box->radius * 0x1p-40);
  }

  const PlacedBox &a_, &b_;
  const Path &path_a_, &path_b_;
  Vec3 apart_, speed_;
  double slack_, bend_a_, bend_b_;
};

}  // namespace

MovingTree::MovingTree(const PlacedBody& placed, const Path& path) : placed_(placed), path_(path) {
  const Placement& placement = placed.placement;
  arm_ = (placement.centre - path.origin) + path.before;
  const Shape::Data& shape = *placed.body.shape;
  Vec3 reach;
  for (int k = 0; k < 3; ++k) reach = reach + abs(placement.to_world[k]) * placement.half[k];
  const double turn =
      path.turns()
          ? path.most_turn() * (largest(abs(placement.centre - path.origin)) + largest(path.before) + largest(reach))
          : 0;
  // A few roundings of everything that goes into a place.
  round_ = (largest(reach) + path.most_shift() + 12 * turn) * 0x1p-46 + 2 * largest(placement.world_slack);
  MovingBox all;
  all.child = Node::leaf_bit;
  if (shape.triangle_count > Leaf::width) {
    tree_ = &shape.tree();
    nodes_ = shape.oriented().data();
    all.child = 0;
  }
  finish(all, {}, placement.half);
  boxes_.push_back(all);
}

// Axes and centre in the tree's frame.
void MovingTree::finish(MovingBox& box, const Mat3& axes, Vec3 half) const {
  const Mat3& to_world = placed_.placement.to_world;
  Vec3 image[3];
  for (int k = 0; k < 3; ++k) image[k] = to_world * axes[k];
  box.centre = to_world * box.centre;
  const Vec3 arm = arm_ + box.centre;
  const bool turns = path_.angle != 0;
  double size_sq = 0;
  if (turns) box.radius = length(cross(path_.axis, arm));
  for (int k = 0; k < 3; ++k) {
    box.half[k] = image[k] * half[k];
    box.normal[k] = unit(cross(image[(k + 1) % 3], image[(k + 2) % 3]));
    size_sq += dot(box.half[k], box.half[k]);
    if (turns) box.radius += length(cross(path_.axis, box.half[k]));
  }
  box.size = std::sqrt(size_sq);
  box.slack = box.size * 0x1p-18 + round_;
  box.radius = (box.radius + box.slack) * (1 + 0x1p-40) + largest(arm) * 0x1p-46;
  box.opened = closed;
}

std::uint32_t MovingTree::open(std::uint32_t index, int& count) {
  const OrientedNode& node = nodes_[boxes_[index].child];
  count = 0;
  while (count < width && node.child[count] != Node::none) ++count;
  if (boxes_[index].opened != closed) return boxes_[index].opened;
  const auto first = std::uint32_t(boxes_.size());
  boxes_[index].opened = first;
  for (int i = 0; i < count; ++i) {
    MovingBox box;
    box.child = node.child[i];
    box.centre = {node.centre[0][i], node.centre[1][i], node.centre[2][i]};
    Mat3 axes;
    for (int k = 0; k < 3; ++k) axes[k] = {node.axis[k][0][i], node.axis[k][1][i], node.axis[k][2][i]};
    finish(box, axes, {node.half[0][i], node.half[1][i], node.half[2][i]});
    boxes_.push_back(box);
  }
  return first;
}

std::uint32_t MovingTree::triangle_count(std::uint32_t index) const noexcept {
  return tree_ == nullptr ? placed_.body.shape->triangle_count
                          : tree_->leaves[boxes_[index].child & ~Node::leaf_bit].count;
}

std::uint32_t MovingTree::triangle(std::uint32_t index, std::uint32_t nth) const noexcept {
  return tree_ == nullptr ? nth : tree_->order[tree_->leaves[boxes_[index].child & ~Node::leaf_bit].first + nth];
}

PlacedTree::PlacedTree(const MovingTree& tree, Vec3 base, double time) noexcept {
  const Path& path = tree.path();
  const PathPoint point = at_time(path, time);
  centre = (tree.centre() - base) + point.shift;
  arm = tree.arm();
  if (!path.turns()) return;
  const Vec3 change = turned_by(path, point.turn, arm);
  centre = centre + change;
  arm = arm + change;
  for (int k = 0; k < 3; ++k) turn[k] = turn[k] + turned_by(path, point.turn, turn[k]);
}

PlacedBox PlacedTree::place(const MovingTree& tree, std::uint32_t index) const noexcept {
  const MovingBox& box = tree.box(index);
  const Path& path = tree.path();
  PlacedBox placed;
  placed.box = &box;
  placed.speed = path.velocity;
  if (!path.turns()) {
    placed.centre = centre + box.centre;
    for (int k = 0; k < 3; ++k) {
      placed.half[k] = box.half[k];
      placed.normal[k] = box.normal[k];
    }
    return placed;
  }
  const Vec3 from_centre = turn * box.centre;
  placed.centre = centre + from_centre;
  placed.speed = placed.speed + cross(path.axis, arm + from_centre) * path.angle;
  for (int k = 0; k < 3; ++k) {
    placed.half[k] = turn * box.half[k];
    placed.normal[k] = turn * box.normal[k];
  }
  return placed;
}

BoxAdvance advance(const PlacedBox& a, const PlacedBox& b, const Path& path_a, const Path& path_b, double time,
                   double separation, Vec3 direction, double enough) noexcept {
  const Pair pair(a, b, path_a, path_b, separation);
  BoxAdvance best{time, {}};
  const auto see = [&](Vec3 n) {
    const double lasts = pair.lasts(n);
    const double until = (time + lasts * (1 - 0x1p-40)) - 0x1p-52;
    if (!(until > best.until)) return false;
    best = {until, n};
    return until > enough;
  };
  if (direction != Vec3{} && see(direction)) return best;
  if (see(unit(b.centre - a.centre))) return best;
  for (int k = 0; k < 3; ++k)
    if (see(a.normal[k]) || see(b.normal[k])) return best;
  return best;
}

}  // namespace graze
