// Building and editing a RobotChecker.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/executor.h"
#include "base/float_state.h"
#include "graze/error.h"
#include "math/constants.h"
#include "robot/adjacent.h"
#include "robot/checker_state.h"
#include "robot/incomplete.h"
#include "robot/kinematics.h"
#include "robot/pair_list.h"
#include "shape/compound.h"

namespace graze {

namespace {

// Each piece about its own origin.
Shape scaled(const Shape& shape, double scale) {
  if (scale == 1) return shape;
  const Pose grow{{{scale, 0, 0}, {0, scale, 0}, {0, 0, scale}}, {}};
  std::vector<CompoundPart> parts;
  if (shape.form() != ShapeForm::compound) {
    parts.push_back({shape, grow});
  } else {
    for (const CompoundPart& part : data_of(shape).compound->parts) parts.push_back({part.shape, part.pose * grow});
  }
  return make_compound(std::move(parts));
}

// Of a shape in a pose, with its margins. Poses whose axes are perpendicular have a box in their own frame.
CheckerBox box_of(const Shape& shape, const Pose& pose) {
  CheckerBox box;
  const Box local = shape.bounds();
  if (!is_finite(local.lo) || !is_finite(local.hi)) {
    box.radius = box.slack = infinity;
    return box;
  }
  Mat3 axes = pose.linear;
  bool square = true;
  Vec3 half;
  for (int k = 0; k < 3; ++k) {
    const double size = length(axes[k]);
    axes[k] = axes[k] / size;
    half[k] = 0.5 * (local.hi[k] - local.lo[k]) * size;
  }
  for (int k = 0; k < 3; ++k) square = square && std::fabs(dot(axes[k], axes[(k + 1) % 3])) < 0x1p-44;
  if (square) {
    box.axes = axes;
    box.centre = pose * (local.lo * 0.5 + local.hi * 0.5);
    box.half = half;
  } else {
    const Box world = posed_box(pose, local);
    box.centre = world.lo * 0.5 + world.hi * 0.5;
    box.half = world.hi * 0.5 - world.lo * 0.5;
  }
  // A little more for what rounding made of the above.
  const double size = length(box.half) + length(box.centre);
  const double grow = widest_margin(shape) + 0x1p-44 * size;
  box.half = box.half + Vec3{grow, grow, grow};
  box.radius = length(box.half) * (1 + 0x1p-44);
  if (!std::isfinite(box.radius) || !is_finite(box.centre)) box.radius = infinity;
  box.slack = slack_of(box);
  return box;
}

// Margins and radii around a hull are those of a pose that neither scales nor shears.
bool hull_fits(const Pose& pose) {
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = pose.linear[k];
    if (std::fabs(dot(axis, axis) - 1) > 1e-9 || std::fabs(dot(axis, pose.linear[(k + 1) % 3])) > 1e-9) return false;
  }
  return true;
}

std::shared_ptr<const CheckerHull> ready_hull(const Shape& shape, const Pose& pose) {
  return hull_fits(pose) ? make_checker_hull(shape) : nullptr;
}

Box world_box(const CheckerBox& box) {
  const Vec3 extent = abs(box.axes) * box.half;
  const Vec3 more = extent + Vec3{box.slack, box.slack, box.slack};
  return {box.centre - more, box.centre + more};
}

void check_pose(const Shape& shape, const Pose& pose) {
  if (!shape) throw Error("the shape is an empty handle");
  if (fault(pose) == PoseFault::not_finite) throw Error("the pose is not finite");
  if (fault(pose) == PoseFault::singular) throw Error("the pose is singular");
}

bool below_held(const Robot& robot, std::uint32_t link) {
  while (robot.links[link].joint != RobotLink::none) {
    const RobotJoint& joint = robot.joints[robot.links[link].joint];
    if (joint.kind != JointKind::fixed && joint.variable == RobotJoint::none) return true;
    link = joint.parent;
  }
  return false;
}

// Is there a joint that is held between the two links?
bool held_between(const Robot& robot, std::uint32_t a, std::uint32_t b) {
  while (a != b) {
    std::uint32_t& lower = a > b ? a : b;
    const RobotJoint& joint = robot.joints[robot.links[lower].joint];
    if (joint.kind != JointKind::fixed && joint.variable == RobotJoint::none) return true;
    lower = joint.parent;
  }
  return false;
}

CheckedBody& body_of(CheckerState& state, std::uint32_t number, const char* what, CheckedBody::Kind kind) {
  if (number >= state.bodies.size() || state.bodies[number].kind != kind) {
    throw Error("there is no " + std::string(what) + " " + std::to_string(number));
  }
  return state.bodies[number];
}

constexpr const char* held_reason = "a joint that is held is between them: planar, floating, or without an axis";

}  // namespace

void CheckerState::prepare_pairs() {
  ++stamp;
  movers.clear();
  obstacles.clear();
  boundless.clear();
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].on_robot()) movers.push_back(i);
    if (bodies[i].kind != CheckedBody::Kind::obstacle) continue;
    obstacles.push_back(i);
    if (!(bodies[i].box.radius < infinity)) boundless.push_back(i);
  }
  pairs.clear();
  for (const std::uint32_t a : movers) {
    for (const std::uint32_t b : movers) {
      if (b <= a || is_allowed(a, b) || held_between(robot, bodies[a].link, bodies[b].link)) continue;
      if (bodies[a].link == bodies[b].link) continue;
      pairs.push_back({a, b, 0, 0});
    }
  }
  // Which weights are whose does not depend on the slides.
  std::uint32_t at = 0;
  for (const std::uint32_t m : movers) {
    bodies[m].first_weight = at;
    for (std::uint32_t link = bodies[m].link; robot.links[link].joint != RobotLink::none;) {
      const RobotJoint& joint = robot.joints[robot.links[link].joint];
      if (joint.variable != RobotJoint::none) ++at;
      link = joint.parent;
    }
    bodies[m].weights = at - bodies[m].first_weight;
  }
  at = 0;
  for (CheckedSelf& pair : pairs) {
    pair.first_weight = at;
    std::uint32_t a = bodies[pair.a].link, b = bodies[pair.b].link;
    while (a != b) {
      std::uint32_t& lower = a > b ? a : b;
      const RobotJoint& joint = robot.joints[robot.links[lower].joint];
      if (joint.variable != RobotJoint::none) ++at;
      lower = joint.parent;
    }
    pair.weights = at - pair.first_weight;
  }
  travel = travel_of(largest_slides(robot));
}

RobotChecker::RobotChecker(Robot robot, const RobotCheckerSettings& settings)
    : state_(std::make_unique<CheckerState>()) {
  const FloatState standard;
  CheckerState& state = *state_;
  state.robot = std::move(robot);
  const Robot& model = state.robot;
  state.size = size_of(model);
  state.incomplete = is_incomplete(model);
  for (std::uint32_t i = 0; i < model.links.size(); ++i) {
    CheckedBody body;
    body.kind = CheckedBody::Kind::link;
    body.link = i;
    body.shape = model.links[i].shape;
    body.held = below_held(model, i);
    if (body.shape) {
      prepare(body.shape, {.rays = false, .world = false, .threads = settings.threads});
      body.box = box_of(body.shape, {});
      body.hull = make_checker_hull(body.shape);
    }
    state.bodies.push_back(std::move(body));
  }
  std::vector<LinkPath> all = all_link_pairs(model);
  std::vector<std::uint8_t> adjacent(all.size());
  if (settings.skip_adjacent) {
    parallel_for(all.size(), 1, settings.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        adjacent[i] = !find_disabled(settings.disabled, all[i].a(), all[i].b()) && is_adjacent(model, all[i]);
      }
    });
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint32_t a = all[i].a(), b = all[i].b();
    if (const DisabledPair* const listed = find_disabled(settings.disabled, a, b)) {
      state.listed.push_back({a, b, SelfClass::disabled, listed->reason});
    } else if (adjacent[i]) {
      state.listed.push_back({a, b, SelfClass::adjacent, "Adjacent"});
    } else {
      continue;
    }
    state.allowed.insert(CheckerState::key(a, b));
  }
  state.prepare_pairs();
}

RobotChecker::RobotChecker(RobotChecker&&) noexcept = default;
RobotChecker& RobotChecker::operator=(RobotChecker&&) noexcept = default;
RobotChecker::~RobotChecker() = default;

const Robot& RobotChecker::robot() const noexcept { return state_->robot; }

std::uint32_t RobotChecker::add_obstacle(const Shape& shape, const Pose& pose) {
  const FloatState standard;
  check_pose(shape, pose);
  prepare(shape, {.rays = false, .world = false});
  CheckedBody body;
  body.kind = CheckedBody::Kind::obstacle;
  body.shape = shape;
  body.pose = pose;
  body.posed = true;
  body.box = box_of(shape, pose);
  body.hull = ready_hull(shape, pose);
  const auto number = static_cast<std::uint32_t>(state_->bodies.size());
  if (body.box.radius < infinity) {
    state_->tree.add(number, world_box(body.box));
  } else {
    state_->boundless.push_back(number);
  }
  state_->bodies.push_back(std::move(body));
  state_->obstacles.push_back(number);
  state_->travel.doubts.push_back(0);
  ++state_->stamp;
  return number;
}

void RobotChecker::move_obstacle(std::uint32_t obstacle, const Pose& pose) {
  const FloatState standard;
  CheckedBody& body = body_of(*state_, obstacle, "obstacle", CheckedBody::Kind::obstacle);
  check_pose(body.shape, pose);
  const CheckerBox box = box_of(body.shape, pose);
  if (!body.hull || !hull_fits(pose)) body.hull = ready_hull(body.shape, pose);
  if (state_->tree.contains(obstacle)) state_->tree.remove(obstacle);
  if (box.radius < infinity) state_->tree.add(obstacle, world_box(box));
  std::erase(state_->boundless, obstacle);
  if (!(box.radius < infinity)) {
    state_->boundless.insert(std::lower_bound(state_->boundless.begin(), state_->boundless.end(), obstacle), obstacle);
  }
  body.pose = pose;
  body.box = box;
  ++state_->stamp;
}

std::uint32_t RobotChecker::attach(std::uint32_t link, const Shape& shape, const Pose& pose,
                                   std::span<const std::uint32_t> touching) {
  const FloatState standard;
  body_of(*state_, link, "link", CheckedBody::Kind::link);
  for (const std::uint32_t other : touching) body_of(*state_, other, "link", CheckedBody::Kind::link);
  check_pose(shape, pose);
  prepare(shape, {.rays = false, .world = false});
  CheckedBody body;
  body.kind = CheckedBody::Kind::attached;
  body.link = link;
  body.shape = shape;
  body.pose = pose;
  body.posed = true;
  body.box = box_of(shape, pose);
  body.hull = ready_hull(shape, pose);
  if (!(body.box.radius < infinity)) throw Error("a body without end cannot be attached");
  body.held = below_held(state_->robot, link);
  const auto number = static_cast<std::uint32_t>(state_->bodies.size());
  state_->bodies.push_back(std::move(body));
  for (const std::uint32_t other : touching) state_->allowed.insert(CheckerState::key(other, number));
  state_->prepare_pairs();
  return number;
}

void RobotChecker::remove(std::uint32_t body) {
  const bool there = body < state_->bodies.size() && (state_->bodies[body].kind == CheckedBody::Kind::obstacle ||
                                                      state_->bodies[body].kind == CheckedBody::Kind::attached);
  if (!there) throw Error("there is no obstacle or attached body " + std::to_string(body));
  if (state_->tree.contains(body)) state_->tree.remove(body);
  state_->bodies[body] = {};
  std::erase_if(state_->allowed, [&](std::uint64_t key) {
    return static_cast<std::uint32_t>(key) == body || static_cast<std::uint32_t>(key >> 32) == body;
  });
  state_->prepare_pairs();
}

void RobotChecker::set_padding(std::uint32_t link, double padding) {
  const FloatState standard;
  CheckedBody& body = body_of(*state_, link, "link", CheckedBody::Kind::link);
  if (!(padding >= 0) || !std::isfinite(padding)) throw Error("the padding must be finite and not negative");
  if (!body.shape) return;
  const Shape shape = with_margin(scaled(state_->robot.links[link].shape, body.scale), padding);
  prepare(shape, {.rays = false, .world = false});
  body.padding = padding;
  body.shape = shape;
  body.box = box_of(shape, {});
  body.hull = make_checker_hull(shape);
  state_->prepare_pairs();
}

void RobotChecker::set_scale(std::uint32_t link, double scale) {
  const FloatState standard;
  CheckedBody& body = body_of(*state_, link, "link", CheckedBody::Kind::link);
  if (!(scale > 0) || !std::isfinite(scale)) throw Error("the scale must be finite and above 0");
  if (!body.shape) return;
  const Shape shape = with_margin(scaled(state_->robot.links[link].shape, scale), body.padding);
  prepare(shape, {.rays = false, .world = false});
  body.scale = scale;
  body.shape = shape;
  body.box = box_of(shape, {});
  body.hull = make_checker_hull(shape);
  state_->prepare_pairs();
}

void RobotChecker::allow(std::uint32_t a, std::uint32_t b, bool allowed) {
  for (const std::uint32_t body : {a, b}) {
    if (body >= state_->bodies.size() || state_->bodies[body].kind == CheckedBody::Kind::gone) {
      throw Error("there is no body " + std::to_string(body));
    }
  }
  if (a == b) throw Error("a body is not checked against itself");
  if (allowed) {
    state_->allowed.insert(CheckerState::key(a, b));
  } else {
    state_->allowed.erase(CheckerState::key(a, b));
  }
  state_->prepare_pairs();
}

bool RobotChecker::allowed(std::uint32_t a, std::uint32_t b) const {
  const CheckerState& state = *state_;
  if (a >= state.bodies.size() || b >= state.bodies.size()) throw Error("there is no such body");
  const CheckedBody &x = state.bodies[a], &y = state.bodies[b];
  if (!x.shape || !y.shape || state.is_allowed(a, b)) return true;
  if (x.on_robot() && y.on_robot()) return x.link == y.link || held_between(state.robot, x.link, y.link);
  if (x.on_robot() || y.on_robot()) return x.held || y.held;
  return true;
}

std::vector<TrajectoryResult::Unchecked> RobotChecker::unchecked() const {
  const CheckerState& state = *state_;
  std::vector<TrajectoryResult::Unchecked> result;
  const std::vector<RobotLink>& links = state.robot.links;
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < state.bodies.size(); ++i) {
    if (state.bodies[i].shape || (i < links.size() && links[i].incomplete)) all.push_back(i);
  }
  RobotLink whole;  // as an obstacle or what is attached is
  whole.shape = make_point();
  const auto link_of = [&](std::uint32_t body) -> const RobotLink& {
    return body < links.size() ? links[body] : whole;
  };
  for (const std::uint32_t a : all) {
    for (const std::uint32_t b : all) {
      const CheckedBody &x = state.bodies[a], &y = state.bodies[b];
      const bool stands_x = x.kind == CheckedBody::Kind::obstacle, stands_y = y.kind == CheckedBody::Kind::obstacle;
      if (b <= a || (stands_x && stands_y) || (!stands_x && !stands_y && x.link == y.link)) continue;
      if (!state.is_allowed(a, b) && lacks_geometry(link_of(a), link_of(b))) {
        result.push_back({a, b, SelfClass::unchecked, missing_reason(state.robot, link_of(a), link_of(b))});
        continue;
      }
      if (!allowed(a, b)) continue;
      if (!state.is_allowed(a, b)) {
        result.push_back({a, b, SelfClass::unchecked, held_reason});
        continue;
      }
      const auto listed = std::find_if(state.listed.begin(), state.listed.end(),
                                       [&](const TrajectoryResult::Unchecked& e) { return e.a == a && e.b == b; });
      if (listed != state.listed.end()) {
        result.push_back(*listed);
      } else {
        result.push_back({a, b, SelfClass::disabled, "allowed"});
      }
    }
  }
  return result;
}

Body RobotChecker::body(std::uint32_t number, std::span<const double> values) const {
  const CheckerState& state = *state_;
  if (number >= state.bodies.size() || state.bodies[number].kind == CheckedBody::Kind::gone) {
    throw Error("there is no body " + std::to_string(number));
  }
  const CheckedBody& body = state.bodies[number];
  if (body.kind == CheckedBody::Kind::obstacle) return {body.shape, body.pose};
  const Pose link = link_poses(state.robot, values)[body.link];
  const FloatState standard;
  return {body.shape, body.posed ? link * body.pose : link};
}

}  // namespace graze
