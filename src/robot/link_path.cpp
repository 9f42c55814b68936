#include "robot/link_path.h"

#include <algorithm>
#include <limits>

#include "math/constants.h"
#include "robot/kinematics.h"
#include "shape/compound.h"

namespace graze {

namespace {

// The farthest corner of a box, from a point, and from a line through it.
struct Farthest {
  double point = 0, axis = 0;
};
Farthest farthest(const Box& box, Vec3 point, Vec3 axis) {
  Farthest result;
  for (int i = 0; i < 8; ++i) {
    const Vec3 arm =
        Vec3{i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y, i & 4 ? box.hi.z : box.lo.z} - point;
    result.point = std::max(result.point, length(arm));
    result.axis = std::max(result.axis, length(cross(axis, arm)));
  }
  return result;
}

// In the frame of the link, whose poses are rigid.
Box box_of(const Shape& shape) {
  const double margin = widest_margin(shape);
  const Box box = shape.bounds();
  return {box.lo - Vec3{margin, margin, margin}, box.hi + Vec3{margin, margin, margin}};
}

using roundoff::up;

}  // namespace

LinkPath::LinkPath(const Robot& robot, std::uint32_t a, std::uint32_t b)
    : LinkPath(robot, a, box_of(robot.links[a].shape), b, box_of(robot.links[b].shape)) {}

LinkPath::LinkPath(const Robot& robot, std::uint32_t a, const Box& box_a, std::uint32_t b, const Box& box_b)
    : robot_(&robot), a_(a), b_(b) {
  // Parents have lesser numbers than their children.
  std::vector<std::uint32_t> down;
  std::uint32_t from_a = a, from_b = b;
  while (from_a != from_b) {
    std::uint32_t& lower = from_a > from_b ? from_a : from_b;
    const std::uint32_t joint = robot.links[lower].joint;
    (from_a > from_b ? joints_ : down).push_back(joint);
    lower = robot.joints[joint].parent;
  }
  up_ = joints_.size();
  joints_.insert(joints_.end(), down.rbegin(), down.rend());

  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const RobotJoint& joint = robot.joints[joints_[i]];
    const Side child = {{}, joint.axis}, parent = {joint.origin.translation, joint.origin.linear * joint.axis};
    const bool moves = joint.variable != RobotJoint::none;
    steps_.push_back({i < up_ ? child : parent, i < up_ ? parent : child, moves && joint.kind != JointKind::prismatic,
                      moves && joint.kind == JointKind::prismatic});
    rigid_ = rigid_ && !moves;
    held_ = held_ || (joint.kind != JointKind::fixed && !moves);
  }
  for (const std::uint32_t link : {a, b}) {
    for (std::uint32_t at = link; robot.links[at].joint != RobotLink::none;) {
      chain_.push_back(robot.links[at].joint);
      stands_ = stands_ && robot.joints[chain_.back()].variable == RobotJoint::none;
      at = robot.joints[chain_.back()].parent;
    }
  }
  std::sort(chain_.begin(), chain_.end());
  chain_.erase(std::unique(chain_.begin(), chain_.end()), chain_.end());
  radius_a_ = farthest(box_a, {}, {}).point;
  radius_b_ = farthest(box_b, {}, {}).point;
  const Farthest of_a = farthest(box_a, steps_.front().before.point, steps_.front().before.axis);
  const Farthest of_b = farthest(box_b, steps_.back().after.point, steps_.back().after.axis);
  axis_to_a_ = of_a.axis;
  point_to_a_ = of_a.point;
  axis_to_b_ = of_b.axis;
  point_to_b_ = of_b.point;
}

void LinkPath::place(std::span<const double> values, std::span<Pose> links, Body& a, Body& b) const {
  links[0] = {};
  for (const std::uint32_t joint : chain_) pose_child(robot_->joints[joint], values, links);
  a = {robot_->links[a_].shape, links[a_]};
  b = {robot_->links[b_].shape, links[b_]};
}

LinkPath::Weights LinkPath::weights(std::span<const double> slides) const {
  const std::size_t count = steps_.size();
  const auto slide = [&](std::size_t i) { return steps_[i].slides ? slides[joints_[i]] : 0; };
  Weights result{std::vector<double>(count), std::vector<double>(count)};
  double far = point_to_a_;
  for (std::size_t i = 0; i < count; ++i) {
    double across = axis_to_a_;
    if (i > 0) {
      const Vec3 arm = steps_[i - 1].after.point - steps_[i].before.point;
      const double rest = slide(i - 1) + far;
      across = length(cross(steps_[i].before.axis, arm)) + rest;
      far = length(arm) + rest;
    }
    result.to_a[i] = steps_[i].turns ? across : steps_[i].slides ? 1 : 0;
  }
  far = point_to_b_;
  for (std::size_t i = count; i-- > 0;) {
    double across = axis_to_b_;
    if (i + 1 < count) {
      const Vec3 arm = steps_[i + 1].before.point - steps_[i].after.point;
      const double rest = slide(i + 1) + far;
      across = length(cross(steps_[i].after.axis, arm)) + rest;
      far = length(arm) + rest;
    }
    result.to_b[i] = steps_[i].turns ? across : steps_[i].slides ? 1 : 0;
  }
  return result;
}

LinkPath::Travel LinkPath::travel(std::span<const double> changes, std::span<const double> slides) const {
  const std::size_t count = steps_.size();
  // What each joint may do to a, and to b.
  auto [to_a, to_b] = weights(slides);
  for (std::size_t i = 0; i < count; ++i) {
    to_a[i] *= changes[joints_[i]];
    to_b[i] *= changes[joints_[i]];
  }
  // The joints before the standing link move a.
  double sum = 0;
  for (const double value : to_b) sum += value;
  double best = sum;
  std::size_t standing = 0;
  for (std::size_t i = 0; i < count; ++i) {
    sum += to_a[i] - to_b[i];
    if (sum < best) {
      best = sum;
      standing = i + 1;
    }
  }
  Travel result;
  result.each.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    result.each[i] = i < standing ? to_a[i] : to_b[i];
    result.sum += result.each[i];
  }
  result.sum *= up;
  return result;
}

double LinkPath::rounding(std::span<const double> slides) const {
  const auto of_link = [&](std::uint32_t link, double radius) {
    double joints = 0, lengths = radius;
    for (std::uint32_t at = link; robot_->links[at].joint != RobotLink::none;) {
      const std::uint32_t j = robot_->links[at].joint;
      lengths += length(robot_->joints[j].origin.translation) + slides[j];
      joints += 1;
      at = robot_->joints[j].parent;
    }
    return 256 * 0x1p-53 * (joints + 2) * lengths;
  };
  return of_link(a_, radius_a_) + of_link(b_, radius_b_);
}

}  // namespace graze
