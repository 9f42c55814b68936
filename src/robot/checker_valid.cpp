// Is a configuration free of contact?
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/executor.h"
#include "base/float_state.h"
#include "robot/checker_state.h"
#include "robot/kinematics.h"

namespace graze {

std::unique_ptr<CheckerWorkspace> CheckerState::take() const {
  std::unique_ptr<CheckerWorkspace> workspace;
  {
    const std::lock_guard<std::mutex> lock(guard);
    if (!idle.empty()) {
      workspace = std::move(idle.back());
      idle.pop_back();
    }
  }
  if (!workspace) workspace = std::make_unique<CheckerWorkspace>();
  if (workspace->stamp != stamp) {
    workspace->links.resize(robot.links.size());
    workspace->bodies.resize(bodies.size());
    workspace->boxes.resize(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      workspace->bodies[i] = {bodies[i].shape, bodies[i].pose};
      workspace->boxes[i] = bodies[i].box;
    }
    workspace->stamp = stamp;
  }
  return workspace;
}

void CheckerState::give(std::unique_ptr<CheckerWorkspace> workspace) const {
  const std::lock_guard<std::mutex> lock(guard);
  idle.push_back(std::move(workspace));
}

bool CheckerState::are_values(std::span<const double> values) const noexcept {
  if (values.size() != robot.variables.size()) return false;
  for (const RobotJoint& joint : robot.joints) {
    if (joint.variable == RobotJoint::none) continue;
    const double most = joint.kind == JointKind::prismatic ? 0x1p500 : largest_angle;
    if (!(std::fabs(joint_position(joint, values)) <= most)) return false;
  }
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

void CheckerState::place(std::span<const double> values, CheckerWorkspace& workspace) const {
  workspace.links[0] = {};
  for (const RobotJoint& joint : robot.joints) pose_child(joint, values, workspace.links);
  for (const std::uint32_t m : movers) {
    const CheckedBody& body = bodies[m];
    const Pose& link = workspace.links[body.link];
    CheckerBox& box = workspace.boxes[m];
    box.centre = posed(link, body.box.centre);
    if (body.posed) {
      workspace.bodies[m].pose = composed(link, body.pose);
      box.axes = link.linear * body.box.axes;
    } else {
      workspace.bodies[m].pose = link;
      box.axes = link.linear;
    }
    box.slack = slack_of(box);
  }
}

void CheckerState::find_axes(CheckerWorkspace& workspace) const {
  workspace.axes.resize(robot.joints.size());
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const RobotJoint& joint = robot.joints[j];
    if (joint.variable == RobotJoint::none || joint.kind == JointKind::prismatic) continue;
    workspace.axes[j] = workspace.links[joint.child].linear * joint.axis;
  }
}

void CheckerState::find_near(std::uint32_t mover, double gap, CheckerWorkspace& workspace) const {
  workspace.near.clear();
  if (obstacles.empty() || bodies[mover].held) return;
  const CheckerBox& box = workspace.boxes[mover];
  constexpr std::size_t few = 16;  // fewer are not worth a tree
  const auto take = [&](std::uint32_t obstacle) {
    if (!is_allowed(mover, obstacle)) workspace.near.push_back(obstacle);
  };
  const Vec3 extent = abs(box.axes) * box.half;
  const double slack = gap * (1 + 0x1p-36) + box.slack;
  const Vec3 more = extent + Vec3{slack, slack, slack};
  const Box grown{box.centre - more, box.centre + more};
  if (obstacles.size() <= few || !is_finite(grown.lo) || !is_finite(grown.hi)) {
    for (const std::uint32_t obstacle : obstacles) take(obstacle);
    return;
  }
  for (const std::uint64_t id : tree.overlap(grown).ids) take(static_cast<std::uint32_t>(id));
  if (boundless.empty()) return;
  for (const std::uint32_t obstacle : boundless) take(obstacle);
  std::sort(workspace.near.begin(), workspace.near.end());
}

ValidResult find_valid(const CheckerState& state, std::span<const double> values, const ValidSettings& settings,
                       CheckerWorkspace& workspace) {
  ValidResult result;
  if (!state.are_values(values)) {
    result.status = Status::invalid;
    return result;
  }
  state.place(values, workspace);
  // False: it is enough.
  const auto ask = [&](std::uint32_t a, std::uint32_t b) {
    if (surely_apart(workspace.boxes[a], workspace.boxes[b])) return true;
    if (box_gap(workspace.boxes[a], workspace.boxes[b], 0) > 0) return true;
    const CollideResult met = collide(workspace.bodies[a], workspace.bodies[b]);
    if (met.yes()) {
      result.contacts.push_back({std::min(a, b), std::max(a, b)});
      return settings.all;
    }
    if (met.status != Status::ok && result.status == Status::ok) result.status = met.status;
    return true;
  };
  const auto ask_all = [&] {
    for (const CheckedSelf& pair : state.pairs) {
      if (!ask(pair.a, pair.b)) return;
    }
    if (state.obstacles.empty()) return;
    for (const std::uint32_t mover : state.movers) {
      state.find_near(mover, 0, workspace);
      for (const std::uint32_t obstacle : workspace.near) {
        if (!ask(mover, obstacle)) return;
      }
    }
  };
  ask_all();
  if (!result.contacts.empty()) {
    result.answer = Answer::no;
    std::sort(result.contacts.begin(), result.contacts.end());
    if (!settings.all) result.status = Status::ok;  // one contact is all that was asked for
  } else if (result.status == Status::ok && state.incomplete) {
    result.status = Status::undecided;  // what is missing may be in contact
  } else if (result.status == Status::ok) {
    result.answer = Answer::yes;
  }
  return result;
}

ValidResult RobotChecker::valid(std::span<const double> values, const ValidSettings& settings) const {
  const FloatState standard;
  const BorrowedWorkspace workspace(*state_);
  return find_valid(*state_, values, settings, *workspace);
}

std::vector<ValidResult> RobotChecker::valid(std::span<const std::vector<double>> configurations,
                                             const ValidSettings& settings) const {
  const FloatState standard;
  std::vector<ValidResult> results(configurations.size());
  parallel_for(configurations.size(), 16, settings.threads, [&](std::size_t begin, std::size_t end) {
    const BorrowedWorkspace workspace(*state_);
    for (std::size_t i = begin; i < end; ++i) {
      results[i] = find_valid(*state_, configurations[i], settings, *workspace);
    }
  });
  return results;
}

}  // namespace graze
