#include "robot/prove_clear.h"

#include <algorithm>
#include <cmath>

#include "robot/kinematics.h"

namespace graze {

ClearProver::ClearProver(const Robot& robot, const LinkPath& path) : robot_(robot), path_(path) {
  links_.resize(robot.links.size());
  changes_.resize(robot.joints.size());
}

ClearProver::State ClearProver::run(std::uint64_t distances) {
  const std::uint64_t most = distances > ~asked_ ? ~std::uint64_t{0} : asked_ + distances;
  while (state_ == State::open && asked_ < most) {
    if (!begun_) {
      begun_ = true;
      ValueBox whole;
      whole.lower = whole.upper = default_values(robot_);
      for (const std::uint32_t j : path_.joints()) {
        const std::uint32_t v = robot_.joints[j].variable;
        if (v == RobotJoint::none) continue;
        const ValueRange range = searched_range(robot_.variables[v]);
        whole.lower[v] = range.lower;
        whole.upper[v] = range.upper;
      }
      state_ = look(std::move(whole));
      continue;
    }
    if (!halving_) {
      if (queue_.empty()) return state_ = State::clear;
      now_ = queue_.top();
      queue_.pop();
    }
    const double middle = 0.5 * now_.lower[now_.split] + 0.5 * now_.upper[now_.split];
    if (!(now_.lower[now_.split] < middle && middle < now_.upper[now_.split])) return state_ = State::failed;
    ValueBox half = now_;
    (halving_ ? half.lower : half.upper)[now_.split] = middle;
    halving_ = !halving_;
    state_ = look(std::move(half));
  }
  if (state_ == State::open && begun_ && !halving_ && queue_.empty()) state_ = State::clear;
  return state_;
}

// Queues the box unless it is proven.
ClearProver::State ClearProver::look(ValueBox box) {
  ++asked_;
  std::vector<double> middle(box.lower.size());
  for (std::size_t v = 0; v < middle.size(); ++v) {
    middle[v] = std::clamp(0.5 * box.lower[v] + 0.5 * box.upper[v], box.lower[v], box.upper[v]);
  }
  for (const std::uint32_t j : path_.joints()) {
    const RobotJoint& joint = robot_.joints[j];
    if (joint.variable == RobotJoint::none) continue;
    const double lower = box.lower[joint.variable], upper = box.upper[joint.variable];
    const double most =
        std::fabs(joint.multiplier) * std::max(std::fabs(lower), std::fabs(upper)) + std::fabs(joint.offset);
    const double half = std::max(upper - middle[joint.variable], middle[joint.variable] - lower);
    // With what rounding makes of the position, also turns away from here, at the limits.
    const RobotVariable& variable = robot_.variables[joint.variable];
    const double farthest =
        std::max({most, std::fabs(joint.multiplier * variable.lower), std::fabs(joint.multiplier * variable.upper)});
    changes_[j] = std::fabs(joint.multiplier) * half + 8 * 0x1p-53 * farthest;
  }
  slides_ = largest_slides(robot_, box.lower, box.upper);
  Body a, b;
  path_.place(middle, links_, a, b);
  const LinkPath::Travel travel = path_.travel(changes_, slides_);
  const double rounding = path_.rounding(slides_);
  // More than this proves the box, however much more it is.
  const double enough = (travel.sum + rounding) * (1 + 0x1p-40);
  const DistanceResult d = find_distance(a, b, {.max = enough}, &cache_);
  if (d.status != Status::ok && d.status != Status::undecided) return State::failed;
  if (d.status == Status::ok && d.distance == 0 && collide(a, b).yes()) {
    witness_ = middle;
    return State::met;
  }
  box.slack = d.lower - rounding - travel.sum;
  if (box.slack > 0) return State::open;
  std::vector<double> share(middle.size(), 0);
  for (std::size_t i = 0; i < travel.each.size(); ++i) {
    const std::uint32_t v = robot_.joints[path_.joints()[i]].variable;
    if (v != RobotJoint::none) share[v] += travel.each[i];
  }
  box.split = static_cast<std::uint32_t>(std::max_element(share.begin(), share.end()) - share.begin());
  box.number = asked_;
  queue_.push(std::move(box));
  return State::open;
}

}  // namespace graze
