#include "robot/prove_clear.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "robot/kinematics.h"

namespace graze {

namespace {

struct ValueBox {
  std::vector<double> lower, upper;  // by variable
  double slack = 0;                  // what is left of the distance; 0 or less: nothing is proven
  std::uint64_t number = 0;
  std::uint32_t split = 0;  // the variable that takes most of it
};

struct Later {
  bool operator()(const ValueBox& x, const ValueBox& y) const {
    return x.slack != y.slack ? x.slack > y.slack : x.number > y.number;
  }
};

class Prover {
 public:
  Prover(const Robot& robot, const LinkPath& path) : robot_(robot), path_(path) {
    poses_.resize(robot.joints.size());
    changes_.resize(robot.joints.size());
    slides_.resize(robot.joints.size());
  }

  ClearProof run(std::uint64_t budget) {
    ValueBox whole;
    whole.lower = whole.upper = default_values(robot_);
    for (const std::uint32_t j : path_.joints()) {
      const std::uint32_t v = robot_.joints[j].variable;
      if (v == RobotJoint::none) continue;
      const ValueRange range = searched_range(robot_.variables[v]);
      whole.lower[v] = range.lower;
      whole.upper[v] = range.upper;
    }
    if (budget == 0 || !look(whole)) return {false, witness_};
    while (!queue_.empty()) {
      const ValueBox box = queue_.top();
      queue_.pop();
      const double middle = 0.5 * box.lower[box.split] + 0.5 * box.upper[box.split];
      if (!(box.lower[box.split] < middle && middle < box.upper[box.split])) return {};
      ValueBox half = box;
      half.upper[box.split] = middle;
      if (asked_ >= budget || !look(half)) return {false, witness_};
      half = box;
      half.lower[box.split] = middle;
      if (asked_ >= budget || !look(half)) return {false, witness_};
    }
    return {true, {}};
  }

 private:
  // Queues the box unless it is proven. False: there is contact, or no answer.
  bool look(ValueBox box) {
    ++asked_;
    std::vector<double> middle(box.lower.size());
    for (std::size_t v = 0; v < middle.size(); ++v) {
      middle[v] = std::clamp(0.5 * box.lower[v] + 0.5 * box.upper[v], box.lower[v], box.upper[v]);
    }
    for (const std::uint32_t j : path_.joints()) {
      const RobotJoint& joint = robot_.joints[j];
      poses_[j] = joint_pose(joint, joint_position(joint, middle));
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
      slides_[j] = most * (1 + 0x1p-40);
    }
    Body a, b;
    path_.place(poses_, a, b);
    const DistanceResult d = find_distance(a, b, {}, &cache_);
    if (d.status != Status::ok && d.status != Status::undecided) return false;
    if (d.status == Status::ok && d.distance == 0 && collide(a, b).yes()) {
      witness_ = middle;
      return false;
    }
    const LinkPath::Reach reach = path_.reach(changes_, slides_);
    box.slack = d.lower - path_.rounding(slides_) - reach.sum;
    if (box.slack > 0) return true;
    std::vector<double> share(middle.size(), 0);
    for (std::size_t i = 0; i < reach.each.size(); ++i) {
      const std::uint32_t v = robot_.joints[path_.joints()[i]].variable;
      if (v != RobotJoint::none) share[v] += reach.each[i];
    }
    box.split = static_cast<std::uint32_t>(std::max_element(share.begin(), share.end()) - share.begin());
    box.number = asked_;
    queue_.push(std::move(box));
    return true;
  }

  const Robot& robot_;
  const LinkPath& path_;
  std::vector<Pose> poses_;
  std::vector<double> changes_, slides_, witness_;
  std::priority_queue<ValueBox, std::vector<ValueBox>, Later> queue_;
  std::uint64_t asked_ = 0;
  PairCache cache_;
};

}  // namespace

ClearProof prove_clear(const Robot& robot, const LinkPath& path, std::uint64_t budget) {
  return Prover(robot, path).run(budget);
}

}  // namespace graze
