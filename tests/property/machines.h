// Robots as they are built: on a rail, a gantry, a gripper, a mobile base. Frames without geometry are between their
// links, and links beside each other move against each other.
#pragma once

#include <string>
#include <vector>

#include "tests/property/robots.h"

namespace graze::property {

// Adds links one by one; the first is the root.
class MachineMaker {
 public:
  explicit MachineMaker(std::string name) { robot_.name = std::move(name); }

  std::uint32_t root(const Shape& shape) {
    robot_.links.push_back({"root", shape, RobotLink::none});
    return 0;
  }
  std::uint32_t fixed(std::uint32_t parent, const Shape& shape, Vec3 at) {
    return hang(parent, shape, at, JointKind::fixed, {1, 0, 0}, RobotJoint::none);
  }
  std::uint32_t moving(std::uint32_t parent, const Shape& shape, Vec3 at, JointKind kind, Vec3 axis, double lower,
                       double upper) {
    const auto variable = static_cast<std::uint32_t>(robot_.variables.size());
    const std::uint32_t link = hang(parent, shape, at, kind, axis, variable);
    robot_.variables.push_back({robot_.joints.back().name, lower, upper});
    return link;
  }
  // Moves with the last variable.
  std::uint32_t mimic(std::uint32_t parent, const Shape& shape, Vec3 at, JointKind kind, Vec3 axis) {
    return hang(parent, shape, at, kind, axis, static_cast<std::uint32_t>(robot_.variables.size() - 1));
  }
  Robot take() { return std::move(robot_); }

 private:
  std::uint32_t hang(std::uint32_t parent, const Shape& shape, Vec3 at, JointKind kind, Vec3 axis,
                     std::uint32_t variable) {
    const auto link = static_cast<std::uint32_t>(robot_.links.size());
    RobotJoint joint;
    joint.name = "joint" + std::to_string(link);
    joint.kind = kind;
    joint.parent = parent;
    joint.child = link;
    joint.origin = make_pose(at);
    joint.axis = axis;
    joint.variable = variable;
    robot_.joints.push_back(joint);
    robot_.links.push_back({"link" + std::to_string(link), shape, link - 1});
    return link;
  }

  Robot robot_;
};

inline constexpr std::array machine_names = {"rail", "gantry", "gripper", "mobile base"};

inline Robot random_machine(oracle::Dice& dice, int kind) {
  const Shape none;
  const auto block = [&](double least, double most) {
    return make_box({dice.uniform(least, most), dice.uniform(least, most), dice.uniform(least, most)});
  };
  // A frame has geometry now and then.
  const auto frame = [&] { return dice.chance(4) ? make_box({0.02, 0.02, 0.02}) : none; };
  MachineMaker make(machine_names[static_cast<std::size_t>(kind)]);
  const std::uint32_t world = make.root(none);
  constexpr Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  switch (kind) {
    case 0: {  // a base that drives along a wall, or through it
      make.fixed(world, make_box({0.05, 0.5, 0.5}), {dice.uniform(0.5, 1.5), 0, 0});
      const std::uint32_t base = make.moving(world, block(0.1, 0.3), {}, JointKind::prismatic, x, -2, 2);
      const std::uint32_t mast = make.fixed(base, frame(), {0, 0, 0.3});
      make.moving(mast, make_capsule(0.05, 0.3), {0, 0, 0.3}, JointKind::revolute, y, -2, 2);
      break;
    }
    case 1: {  // bridge, trolley and hoist above crates
      for (int crate = 0; crate < 2; ++crate) make.fixed(world, block(0.1, 0.3), dice.in_cube(0.8));
      const std::uint32_t bridge = make.moving(world, frame(), {0, 0, 1.2}, JointKind::prismatic, y, -1, 1);
      const std::uint32_t trolley = make.moving(bridge, block(0.05, 0.15), {}, JointKind::prismatic, x, -1, 1);
      make.moving(trolley, make_cylinder(0.04, 0.3), {0, 0, -0.4}, JointKind::prismatic, z, -0.8, 0.1);
      break;
    }
    case 2: {  // two fingers that close on each other, one of them by mimicking
      const std::uint32_t palm = make.fixed(world, dice.chance(2) ? none : make_box({0.3, 0.1, 0.05}), {});
      const std::uint32_t left = make.moving(palm, frame(), {-0.3, 0, 0.1}, JointKind::prismatic, x, 0, 0.4);
      make.fixed(left, block(0.03, 0.08), {0, 0, 0.1});
      const std::uint32_t right = make.mimic(palm, frame(), {0.3, 0, 0.1}, JointKind::prismatic, {-1, 0, 0});
      make.fixed(right, block(0.03, 0.08), {0, 0, 0.1});
      if (dice.chance(2)) make.fixed(palm, make_sphere(dice.uniform(0.02, 0.15)), {0, 0, 0.25});
      break;
    }
    default: {  // x, y and a turn, each with a frame of its own, among obstacles
      for (int i = 0; i < 3; ++i) {
        make.fixed(world, block(0.05, 0.3), {dice.uniform(-1.5, 1.5), dice.uniform(-1.5, 1.5), dice.uniform(0, 0.5)});
      }
      const std::uint32_t along = make.moving(world, frame(), {}, JointKind::prismatic, x, -2, 2);
      const std::uint32_t across = make.moving(along, frame(), {}, JointKind::prismatic, y, -2, 2);
      const std::uint32_t base = make.moving(across, make_box({0.25, 0.15, 0.1}), {}, JointKind::continuous, z,
                                             -3.1415926535897936, 3.1415926535897936);
      make.moving(base, make_capsule(0.04, 0.2), {0.1, 0, 0.35}, JointKind::revolute, y, -1.2, 1.2);
    }
  }
  return make.take();
}

// A hit is a trajectory with a contact.
inline Tally check_machines(std::uint64_t seed, std::uint64_t robots, int samples) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < robots && !tally.failed(); ++i) {
    const int kind = static_cast<int>(i % machine_names.size());
    const Robot robot = random_machine(dice, kind);
    std::vector<std::vector<double>> waypoints;
    const int count = dice.integer(2, 4);
    for (int k = 0; k < count; ++k) waypoints.push_back(random_values(dice, robot));
    const TrajectoryResult result = check_trajectory(robot, waypoints, {.threads = 1});
    tally.count(robot.name, !result.contacts.empty());
    if (std::string fault = fault_of_trajectory(robot, waypoints, result, samples); !fault.empty()) {
      tally.failure = robot.name + " " + std::to_string(i) + ": " + fault;
    }
  }
  return tally;
}

}  // namespace graze::property
