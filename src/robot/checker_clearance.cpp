// The least signed distance of a configuration, and how it changes with the variables.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "base/executor.h"
#include "base/float_state.h"
#include "graze/penetration.h"
#include "math/constants.h"
#include "narrow/distance/best_distance.h"
#include "robot/checker_state.h"

namespace graze {

namespace {

struct Candidate {
  double lower = 0;
  std::uint32_t a = 0, b = 0;
  bool by_hulls = false;  // what `lower` is of
};

class Clearance {
 public:
  Clearance(const CheckerState& state, const ClearanceSettings& settings, CheckerWorkspace& workspace)
      : state_(state), settings_(settings), workspace_(workspace) {}

  ClearanceResult run() {
    for (const CheckedSelf& pair : state_.pairs) add(pair.a, pair.b);
    for (const std::uint32_t mover : state_.movers) {
      state_.find_near(mover, settings_.max, workspace_);
      for (const std::uint32_t obstacle : workspace_.near) add(mover, obstacle);
    }
    // The one that may be nearest first: what its boxes say, then what its hulls say, then the truth.
    const auto later = [](const Candidate& x, const Candidate& y) {
      return std::tie(x.lower, x.a, x.b) > std::tie(y.lower, y.a, y.b);
    };
    std::make_heap(candidates_.begin(), candidates_.end(), later);
    while (!candidates_.empty() && !done_ && !(candidates_[0].lower > limit())) {
      std::pop_heap(candidates_.begin(), candidates_.end(), later);
      Candidate& next = candidates_.back();
      const CheckerHull *hull_a = state_.bodies[next.a].hull.get(), *hull_b = state_.bodies[next.b].hull.get();
      if (next.by_hulls || hull_a == nullptr || hull_b == nullptr || (hull_a->primitive && hull_b->primitive)) {
        look(next);
        candidates_.pop_back();
        continue;
      }
      const double slack = workspace_.boxes[next.a].slack + workspace_.boxes[next.b].slack;
      const Pose &pose_a = workspace_.bodies[next.a].pose, &pose_b = workspace_.bodies[next.b].pose;
      const double gap = hull_gap(*hull_a, pose_a, *hull_b, pose_b, std::max(limit(), 0.0), slack);
      if (gap > 0) next.lower = std::max(next.lower, gap);
      next.by_hulls = true;
      std::push_heap(candidates_.begin(), candidates_.end(), later);
    }
    return finish();
  }

 private:
  void add(std::uint32_t a, std::uint32_t b) {
    const double apart = box_separation(workspace_.boxes[a], workspace_.boxes[b], infinity);
    const double lower = std::isnan(apart) ? -infinity : apart;  // there is no box
    if (lower <= settings_.max) candidates_.push_back({lower, a, b, false});
  }

  // Pairs farther apart than this are of no interest; below 0: nor are those that are less deep in each other.
  double limit() const noexcept { return std::min(settings_.max, least_upper_ + std::max(settings_.range, 0.0)); }

  void look(const Candidate& candidate) {
    const std::uint32_t a = std::min(candidate.a, candidate.b), b = std::max(candidate.a, candidate.b);
    const Body &body_a = workspace_.bodies[a], &body_b = workspace_.bodies[b];
    // Whether bodies meet is told sooner than how far apart they are, above all where they nearly touch.
    const bool met = settings_.depth && !(candidate.lower > 0) && collide(body_a, body_b).yes();
    ClearancePair pair;
    if (!met) {
      if (limit() < 0) return;
      const DistanceResult apart = best_distance(body_a, body_b, {.max = limit()});
      if (apart.status != Status::ok && apart.status != Status::undecided) return fail(apart.status);
      if (apart.beyond) return;
      pair = {a, b, apart.distance, apart.lower, apart.upper, apart.point_a, apart.point_b, apart.normal, {}};
      if (apart.status == Status::undecided) fail(Status::undecided);
      if (apart.status == Status::ok && apart.distance == 0 && !settings_.depth) done_ = true;
    } else {
      pair.a = a;
      pair.b = b;
      if (!find_depth(body_a, body_b, pair)) return;
    }
    least_upper_ = std::min(least_upper_, pair.upper);
    least_lower_ = std::min(least_lower_, pair.lower);
    found_.push_back(std::move(pair));
  }

  // Of bodies that meet.
  bool find_depth(const Body& a, const Body& b, ClearancePair& pair) {
    const CheckerHull *hull_a = state_.bodies[pair.a].hull.get(), *hull_b = state_.bodies[pair.b].hull.get();
    const bool ready = hull_a != nullptr && hull_b != nullptr && hull_a->has_depth && hull_b->has_depth;
    if (settings_.effort > 0 || !ready || (hull_a->primitive && hull_b->primitive)) return search_depth(a, b, pair);
    const CheckerBox &box_a = workspace_.boxes[pair.a], &box_b = workspace_.boxes[pair.b];
    const DepthBracket found = bracket_depth(*hull_a, a.pose, *hull_b, b.pose, box_a.slack + box_b.slack);
    if (!found.known) return search_depth(a, b, pair);
    pair.lower = -found.upper;
    pair.upper = std::min(0.0, -found.lower);
    pair.distance = -found.upper;
    pair.normal = found.normal;
    pair.point_a = found.point_a;
    pair.point_b = found.point_b;
    return true;
  }

  bool search_depth(const Body& a, const Body& b, ClearancePair& pair) {
    const SignedDistanceResult inside = find_signed_distance(a, b, {.effort = std::max(settings_.effort, 1)});
    if (inside.status != Status::ok) {
      fail(inside.status);
      least_lower_ = -infinity;  // also where only the depth is undecided
      least_upper_ = std::min(least_upper_, 0.0);
      return false;
    }
    pair.distance = inside.distance;
    pair.lower = inside.lower;
    pair.upper = inside.upper;
    pair.point_a = inside.apart.point_a;
    pair.point_b = inside.apart.point_b;
    pair.normal = inside.apart.normal;
    const Vec3 vector = inside.penetration.vector;
    const double size = length(vector);
    if (!(inside.distance < 0) || !(size > 0)) return true;
    pair.normal = -vector / size;
    // Moved out by the vector they touch: there the points are that decide how the depth changes.
    Body moved = a;
    moved.pose.translation += vector;
    const DistanceResult touching = best_distance(moved, b);
    if (touching.status == Status::ok || touching.status == Status::undecided) {
      pair.point_a = touching.point_a - vector;
      pair.point_b = touching.point_b;
    } else {
      pair.point_a = pair.point_b = inside.penetration.inside;
    }
    return true;
  }

  void fail(Status status) {
    if (status_ == Status::ok) status_ = status;
    if (status != Status::undecided) least_lower_ = -infinity;
  }

  // How fast the point, which is fixed in its body, moves along the direction with each variable; added to the row.
  void add_motion(std::uint32_t body, Vec3 point, Vec3 direction, double sign, std::vector<double>& row) const {
    if (!state_.bodies[body].on_robot()) return;
    for (std::uint32_t link = state_.bodies[body].link; state_.robot.links[link].joint != RobotLink::none;) {
      const RobotJoint& joint = state_.robot.joints[state_.robot.links[link].joint];
      if (joint.variable != RobotJoint::none) {
        const Pose& child = workspace_.links[joint.child];
        const Vec3 axis = child.linear * joint.axis;
        const Vec3 speed = joint.kind == JointKind::prismatic ? axis : cross(axis, point - child.translation);
        row[joint.variable] += sign * joint.multiplier * dot(direction, speed);
      }
      link = joint.parent;
    }
  }

  ClearanceResult finish() {
    ClearanceResult result;
    result.status = status_;
    if (state_.incomplete) {
      fail(Status::undecided);
      least_lower_ = -infinity;
      result.status = status_;
    }
    if (found_.empty() && status_ == Status::ok) {
      result.beyond = true;
      result.distance = result.upper = infinity;
      result.lower = settings_.max;
      return result;
    }
    std::sort(found_.begin(), found_.end(), [](const ClearancePair& x, const ClearancePair& y) {
      return std::tie(x.distance, x.a, x.b) < std::tie(y.distance, y.a, y.b);
    });
    result.lower = least_lower_;
    result.upper = least_upper_;
    if (status_ == Status::ok) result.distance = found_[0].distance;
    const double most = least_upper_ + settings_.range;
    for (ClearancePair& pair : found_) {
      if (settings_.range < 0 ? !result.pairs.empty() : pair.lower > most) continue;
      if (settings_.gradient && dot(pair.normal, pair.normal) > 0.5) {
        pair.gradient.assign(state_.robot.variables.size(), 0.0);
        add_motion(pair.b, pair.point_b, pair.normal, 1, pair.gradient);
        add_motion(pair.a, pair.point_a, pair.normal, -1, pair.gradient);
      }
      result.pairs.push_back(std::move(pair));
    }
    return result;
  }

  const CheckerState& state_;
  const ClearanceSettings& settings_;
  CheckerWorkspace& workspace_;
  std::vector<Candidate> candidates_;
  std::vector<ClearancePair> found_;
  double least_lower_ = infinity, least_upper_ = infinity;
  Status status_ = Status::ok;
  bool done_ = false;
};

}  // namespace

ClearanceResult find_clearance(const CheckerState& state, std::span<const double> values,
                               const ClearanceSettings& settings, CheckerWorkspace& workspace) {
  ClearanceResult result;
  result.status = Status::invalid;
  if (!state.are_values(values) || !(settings.max >= 0) || std::isnan(settings.range)) return result;
  if (settings.effort < 0 || settings.effort > 1000) return result;
  state.place(values, workspace);
  return Clearance(state, settings, workspace).run();
}

ClearanceResult RobotChecker::clearance(std::span<const double> values, const ClearanceSettings& settings) const {
  const FloatState standard;
  const BorrowedWorkspace workspace(*state_);
  return find_clearance(*state_, values, settings, *workspace);
}

std::vector<ClearanceResult> RobotChecker::clearance(std::span<const std::vector<double>> configurations,
                                                     const ClearanceSettings& settings) const {
  const FloatState standard;
  std::vector<ClearanceResult> results(configurations.size());
  parallel_for(configurations.size(), 4, settings.threads, [&](std::size_t begin, std::size_t end) {
    const BorrowedWorkspace workspace(*state_);
    for (std::size_t i = begin; i < end; ++i) {
      results[i] = find_clearance(*state_, configurations[i], settings, *workspace);
    }
  });
  return results;
}

}  // namespace graze
