// Random robots: trajectories against dense samples, and proofs that links never meet.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/robot.h"
#include "robot/kinematics.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"
#include "tests/property/tally.h"

namespace graze::property {

inline Shape random_link_shape(oracle::Dice& dice) {
  const Vec3 size{dice.uniform(0.05, 0.3), dice.uniform(0.05, 0.3), dice.uniform(0.05, 0.3)};
  switch (dice.integer(0, 4)) {
    case 0:
      return make_box(size);
    case 1:
      return make_capsule(0.5 * size.x, size.z);
    case 2:
      return make_cylinder(size.x, size.z);
    case 3: {
      const scenes::MeshData ring = scenes::torus(100);  // not convex
      return make_compound({{make_mesh(ring.vertices, ring.triangles, {.solid = true}),
                             make_pose(dice.in_cube(0.2), dice.rotation(), size)}});
    }
    default:
      return make_compound({{make_box(size), make_pose(dice.in_cube(0.3), dice.rotation())},
                            {make_sphere(size.x), make_pose(dice.in_cube(0.3))}});
  }
}

// A tree of links on joints of every kind; some links have no geometry, some joints mimic others, by whole multiples or
// not.
inline Robot random_robot(oracle::Dice& dice, int links) {
  Robot robot;
  robot.name = "random";
  for (int i = 0; i < links; ++i) {
    RobotLink link;
    link.name = "link" + std::to_string(i);
    if (!dice.chance(6)) link.shape = random_link_shape(dice);
    if (i > 0) {
      link.joint = static_cast<std::uint32_t>(i - 1);
      RobotJoint joint;
      joint.name = "joint" + std::to_string(i);
      joint.kind = dice.pick(
          {JointKind::fixed, JointKind::revolute, JointKind::revolute, JointKind::continuous, JointKind::prismatic});
      joint.parent = static_cast<std::uint32_t>(dice.chance(3) ? dice.integer(0, i - 1) : i - 1);
      joint.child = static_cast<std::uint32_t>(i);
      joint.origin = make_pose(dice.in_cube(0.5), dice.rotation());
      joint.axis = dice.direction();
      if (joint.kind != JointKind::fixed) {
        if (!robot.variables.empty() && dice.chance(5)) {
          joint.variable = static_cast<std::uint32_t>(dice.integer(0, int(robot.variables.size()) - 1));
          joint.multiplier = dice.chance(2) ? dice.uniform(-1.5, 1.5) : dice.integer(-2, 2);
          joint.offset = dice.uniform(-0.5, 0.5);
        } else {
          joint.variable = static_cast<std::uint32_t>(robot.variables.size());
          const bool round = joint.kind == JointKind::continuous;
          // Some turn around several times, some of these without passing 0.
          const bool wide = joint.kind == JointKind::revolute && dice.chance(4);
          const double lower = wide ? dice.uniform(-30, 10) : dice.uniform(-1, 0);
          const double upper = wide ? lower + dice.uniform(6, 30) : dice.uniform(0, 1);
          robot.variables.push_back(
              {joint.name, round ? -3.1415926535897936 : lower, round ? 3.1415926535897936 : upper});
        }
      }
      robot.joints.push_back(joint);
    }
    robot.links.push_back(link);
  }
  find_turns(robot);
  return robot;
}

inline std::vector<double> random_values(oracle::Dice& dice, const Robot& robot) {
  std::vector<double> values;
  for (const RobotVariable& variable : robot.variables) values.push_back(dice.uniform(variable.lower, variable.upper));
  return values;
}

inline bool links_meet(const Robot& robot, std::uint32_t a, std::uint32_t b, const std::vector<double>& values) {
  const std::vector<Pose> poses = link_poses(robot, values);
  const CollideResult met = collide({robot.links[a].shape, poses[a]}, {robot.links[b].shape, poses[b]});
  return met.status == Status::ok && met.yes();
}

// A lower bound.
inline double links_gap(const Robot& robot, std::uint32_t a, std::uint32_t b, const std::vector<double>& values) {
  const std::vector<Pose> poses = link_poses(robot, values);
  return find_distance({robot.links[a].shape, poses[a]}, {robot.links[b].shape, poses[b]}).lower;
}

// Why a pair must not have been left out; empty: it may be. Only links that one joint names as parent and child may be,
// and only where they meet at the limits and in the middle; nothing is disabled.
inline std::string fault_of_unchecked(const Robot& robot, const TrajectoryResult::Unchecked& pair) {
  const std::string which = "links " + std::to_string(pair.a) + ", " + std::to_string(pair.b) + ": ";
  if (pair.value != SelfClass::adjacent) return which + "not checked as " + name(pair.value);
  const std::uint32_t above = robot.links[pair.b].joint;
  if (above == RobotLink::none || robot.joints[above].parent != pair.a) return which + "adjacent without a joint";
  for (const double part : {0.0, 0.5, 1.0}) {
    std::vector<double> values;
    for (const RobotVariable& v : robot.variables) values.push_back((1 - part) * v.lower + part * v.upper);
    if (links_gap(robot, pair.a, pair.b, values) > 1e-12) return which + "adjacent and apart";
  }
  return {};
}

// No dense sample may show a contact where none, and no graze, was told; what is told to be a contact must be one.
inline std::string fault_of_trajectory(const Robot& robot, const std::vector<std::vector<double>>& waypoints,
                                       const TrajectoryResult& result, int samples) {
  if (!result.unfinished.empty()) return "not finished: " + result.unfinished[0].reason;
  const auto pair_is = [](const auto& entry, std::uint32_t a, std::uint32_t b) { return entry.a == a && entry.b == b; };
  for (const TrajectoryContact& contact : result.contacts) {
    if (contact.to < contact.from) return "a contact ends before it begins";
    if (contact.contact && links_gap(robot, contact.a, contact.b, contact.values) > 1e-12)
      return "a contact that is none";
    if (!contact.contact && !(contact.gap > 0)) return "a graze without a gap";
  }
  for (const TrajectoryResult::Unchecked& pair : result.unchecked) {
    if (std::string fault = fault_of_unchecked(robot, pair); !fault.empty()) return fault;
  }
  for (std::uint32_t a = 0; a < robot.links.size(); ++a) {
    for (std::uint32_t b = a + 1; b < robot.links.size(); ++b) {
      if (!robot.links[a].shape || !robot.links[b].shape) continue;
      if (std::any_of(result.unchecked.begin(), result.unchecked.end(),
                      [&](const TrajectoryResult::Unchecked& pair) { return pair_is(pair, a, b); })) {
        continue;
      }
      for (std::size_t way = 0; way + 1 < waypoints.size(); ++way) {
        for (int i = 0; i <= samples; ++i) {
          const TrajectoryTime time{way, double(i) / samples};
          std::vector<double> values;
          for (std::size_t v = 0; v < robot.variables.size(); ++v) {
            const double p = waypoints[way][v], q = waypoints[way + 1][v];
            values.push_back(p + time.fraction * (q - p));
          }
          if (!links_meet(robot, a, b, values)) continue;
          const bool told = std::any_of(result.contacts.begin(), result.contacts.end(), [&](const auto& contact) {
            return pair_is(contact, a, b) && contact.from <= time && (contact.contact || time <= contact.to);
          });
          if (!told) {
            return "missed: links " + std::to_string(a) + ", " + std::to_string(b) + " at waypoint " +
                   std::to_string(way) + " + " + std::to_string(time.fraction);
          }
        }
      }
    }
  }
  return {};
}

// A hit is a trajectory with a contact.
inline Tally check_trajectories(std::uint64_t seed, std::uint64_t robots, int samples) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < robots && !tally.failed(); ++i) {
    const Robot robot = random_robot(dice, dice.integer(3, 7));
    std::vector<std::vector<double>> waypoints;
    const int count = dice.integer(2, 4);
    for (int k = 0; k < count; ++k) waypoints.push_back(random_values(dice, robot));
    const TrajectoryResult result = check_trajectory(robot, waypoints, {.threads = 1});
    tally.count("trajectories", !result.contacts.empty());
    if (std::string fault = fault_of_trajectory(robot, waypoints, result, samples); !fault.empty()) {
      tally.failure = "robot " + std::to_string(i) + ": " + fault;
    }
  }
  return tally;
}

// What is proven never to meet does not, in any of many samples; witnesses meet. A hit is a proof.
inline Tally check_self_collisions(std::uint64_t seed, std::uint64_t robots, int samples) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < robots && !tally.failed(); ++i) {
    const Robot robot = random_robot(dice, dice.integer(3, 6));
    const SelfCollisionMatrix matrix =
        self_collision_matrix(robot, {.samples = 50, .seed = dice.bits(), .proof_budget = 5000, .threads = 1});
    for (const SelfPair& pair : matrix.pairs) {
      const bool never = pair.value == SelfClass::never && pair.proven;
      tally.count(name(pair.value), never);
      if (pair.value == SelfClass::sometimes && pair.witness.empty()) tally.failure = "no witness";
      if (!pair.witness.empty() && !links_meet(robot, pair.a, pair.b, pair.witness)) {
        tally.failure = "robot " + std::to_string(i) + ": a witness that does not meet";
      }
      for (int k = 0; never && k < samples; ++k) {
        if (links_meet(robot, pair.a, pair.b, random_values(dice, robot))) {
          tally.failure = "robot " + std::to_string(i) + ": what is proven never to meet does";
        }
      }
    }
  }
  return tally;
}

}  // namespace graze::property
