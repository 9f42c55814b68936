// What joints hold, and what they leave free.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/query.h"
#include "scenes/dynamics.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

using scenes::DynamicScene;

TEST(Joints, FiguresThatFallHoldTogether) {
  const std::uint64_t seed = oracle::run_seed();
  SCOPED_TRACE(seed);
  oracle::Dice dice(seed);
  double worst = 0;
  for (int drop = 0; drop < 5; ++drop) {
    DynamicScene scene = scenes::dynamic_scene("ragdoll");
    // The whole figure, turned about a point above the stairs.
    const Pose turn = make_pose({dice.uniform(-0.2, 0.2), 0.9, 3.2}, dice.rotation());
    const Pose back = make_pose({0, -0.9, -2.6});
    for (scenes::DynamicBody& body : scene.bodies)
      if (body.settings.role == BodyRole::moving) {
        body.body.pose = turn * back * body.body.pose;
        body.settings.velocity = {0, 0, -3};
      }
    Simulation simulation = scenes::make_simulation(scene);
    for (int i = 0; i < 90; ++i) {
      simulation.step(1.0 / 60);
      for (const JointState& joint : simulation.joints()) worst = std::max(worst, joint.error);
      if (i % 10 != 0) continue;
      for (std::size_t a = 0; a < scene.bodies.size(); ++a)
        for (std::size_t b = std::max<std::size_t>(a + 1, 5); b < scene.bodies.size(); ++b)
          EXPECT_TRUE(collide(simulation.state(scene.bodies[a].settings.key).body,
                              simulation.state(scene.bodies[b].settings.key).body)
                          .no());
    }
  }
  EXPECT_LT(worst, 0.001);
  std::printf("worst %g\n", worst);
}

TEST(Joints, AnArmFollowsItsPath) {
  DynamicScene scene = scenes::dynamic_scene("arm");
  Simulation simulation = scenes::make_simulation(scene);
  double worst = 0;
  const double dt = 1.0 / 60;
  for (int i = 0; i < 300; ++i) {
    scene.drive(simulation, i * dt, dt);
    simulation.step(dt);
    const double t = (i + 1) * dt, s = std::sin(2 * M_PI * 0.25 * t) * std::min(t, 1.0);
    const std::vector<JointState> joints = simulation.joints();
    for (int k = 0; k < 20; ++k)
      worst = std::max(worst, std::fabs(joints[std::size_t(k)].position - 0.12 * s * (k % 3 == 0 ? 1 : 0.6)));
  }
  EXPECT_LT(worst, 1e-3);
}

TEST(Joints, AFourBarLoopStaysClosed) {
  DynamicScene scene;
  scene.settings.sleeping = false;
  scenes::add_fixed(scene, "ground", make_box({1.2, 0.1, 0.1}), make_pose({0, 2, 0}));
  // Links along x and z, in planes of their own so that they pass each other.
  scenes::add_body(scene, "crank", make_box({0.1, 0.02, 0.5}), make_pose({-1, 0.3, 0.5}), 1000);
  scenes::add_body(scene, "rod", make_box({1, 0.02, 0.1}), make_pose({0, 0, 1}), 1000);
  scenes::add_body(scene, "rocker", make_box({0.1, 0.02, 0.5}), make_pose({1, 0.6, 0.5}), 1000);
  const Quat lie{std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
  const auto tie = [&](std::uint64_t a, std::uint64_t b, Vec3 at) {
    BodyJoint joint;
    joint.key = scene.joints.size();
    joint.kind = BodyJointKind::hinge;
    joint.a = a;
    joint.b = b;
    joint.frame_a = inverse(scene.bodies[a - 1].body.pose) * make_pose(at, lie);
    joint.frame_b = inverse(scene.bodies[b - 1].body.pose) * make_pose(at, lie);
    scene.joints.push_back(joint);
  };
  tie(1, 2, {-1, 0.3, 0});
  tie(2, 3, {-1, 0, 1});
  tie(3, 4, {1, 0, 1});
  tie(4, 1, {1, 0.6, 0});
  scene.bodies[1].settings.velocity = {1, 0, 0};
  Simulation simulation = scenes::make_simulation(scene);
  double worst = 0;
  for (int i = 0; i < 600; ++i) {
    simulation.step(1.0 / 60);
    for (const JointState& joint : simulation.joints()) worst = std::max({worst, joint.error, joint.angle_error});
  }
  EXPECT_LT(worst, 1e-6);
}

// A box on a joint to the world, pulled by gravity along x and turned.
Simulation one_joint(BodyJoint joint, Vec3 gravity, Vec3 spin) {
  SimulationSettings settings;
  settings.gravity = gravity;
  settings.sleeping = false;
  Simulation simulation(settings);
  BodySettings fixed;
  fixed.key = 1;
  fixed.role = BodyRole::fixed;
  simulation.add({make_box({0.1, 0.1, 0.1}), make_pose({})}, fixed);
  BodySettings body;
  body.key = 2;
  body.spin = spin;
  simulation.add({make_box({0.2, 0.15, 0.1}), make_pose({1, 0, 0})}, body);
  joint.key = 1;
  joint.a = 1;
  joint.b = 2;
  joint.frame_a.translation = {1, 0, 0};
  simulation.add(joint);
  return simulation;
}

TEST(Joints, KindsHoldWhatTheySay) {
  for (const BodyJointKind kind : {BodyJointKind::ball, BodyJointKind::hinge, BodyJointKind::slider,
                                   BodyJointKind::fixed, BodyJointKind::cone_twist, BodyJointKind::free6}) {
    BodyJoint joint;
    joint.kind = kind;
    joint.axis[1].upper = 0.5;
    if (kind == BodyJointKind::free6)
      for (int i = 0; i < 6; ++i) joint.axis[i].free = i == 2 || i == 5;
    Simulation simulation = one_joint(joint, {0.3, 0.2, 0.1}, {0.5, 0.4, 2});
    for (int i = 0; i < 60; ++i) {
      simulation.step(1.0 / 60);
      const JointState state = simulation.joints()[0];
      ASSERT_LT(state.error, 1e-6) << name(kind);
      ASSERT_LT(state.angle_error, 1e-6) << name(kind);
    }
    const BodyState body = simulation.state(2);
    const Vec3 moved = body.centre - Vec3{1, 0, 0};
    const double turned = std::fabs(body.rotation.w);
    if (kind == BodyJointKind::slider || kind == BodyJointKind::free6) {
      EXPECT_NEAR(moved.z, 0.5 * 0.1, 0.01) << name(kind);
    } else {
      EXPECT_LT(length(moved), 1e-6) << name(kind);
    }
    if (kind == BodyJointKind::slider || kind == BodyJointKind::fixed) {
      EXPECT_GT(turned, 1 - 1e-9) << name(kind);
    }
    if (kind == BodyJointKind::hinge || kind == BodyJointKind::free6) {
      EXPECT_LT(turned, 0.9) << name(kind);
      EXPECT_NEAR(std::fabs(body.body.pose.linear.c2.z), 1, 1e-9);
    }
    if (kind == BodyJointKind::cone_twist) {
      EXPECT_GT(body.body.pose.linear.c2.z, std::cos(0.52));
    }
  }
}

TEST(Joints, LimitsMotorsSpringsAndBreaking) {
  BodyJoint slider;
  slider.kind = BodyJointKind::slider;
  slider.axis[0].lower = -0.1;
  slider.axis[0].upper = 0.3;
  Simulation limited = one_joint(slider, {0, 0, 9.81}, {});
  for (int i = 0; i < 120; ++i) limited.step(1.0 / 60);
  EXPECT_NEAR(limited.joints()[0].position, 0.3, 1e-3);

  BodyJoint spring = slider;
  spring.axis[0] = {};
  const double mass = limited.state(2).mass;
  spring.axis[0].stiffness = mass * 100;
  spring.axis[0].damping = mass * 10;
  Simulation sprung = one_joint(spring, {0, 0, 9.81}, {});
  for (int i = 0; i < 300; ++i) sprung.step(1.0 / 60);
  EXPECT_NEAR(sprung.joints()[0].position, 0.0981, 1e-4);

  BodyJoint motor;
  motor.kind = BodyJointKind::hinge;
  motor.axis[0].motor = true;
  motor.axis[0].target_velocity = 2;
  motor.axis[0].most_force = 1e6;
  Simulation driven = one_joint(motor, {}, {});
  for (int i = 0; i < 60; ++i) driven.step(1.0 / 60);
  EXPECT_NEAR(driven.state(2).spin.z, 2, 1e-3);
  motor.axis[0].most_force = 0.01;
  Simulation weak = one_joint(motor, {}, {});
  weak.step(1.0 / 60);
  const Mat3 inertia = mass_of(make_box({0.2, 0.15, 0.1}), 1000).inertia;
  EXPECT_NEAR(weak.state(2).spin.z, 0.01 / inertia.c2.z / 60, 1e-7);

  BodyJoint rope;
  rope.kind = BodyJointKind::ball;
  rope.most_force = 0.5 * mass * 9.81;
  Simulation breaking = one_joint(rope, {0, 0, -9.81}, {});
  const StepReport report = breaking.step(1.0 / 60);
  EXPECT_EQ(report.broken, std::vector<std::uint64_t>{1});
  for (int i = 0; i < 30; ++i) breaking.step(1.0 / 60);
  EXPECT_LT(breaking.state(2).centre.z, -0.5);
}

TEST(Joints, ExemptPairsAreListed) {
  BodyJoint joint;
  joint.may_overlap = true;
  Simulation simulation = one_joint(joint, {}, {});
  simulation.place(2, make_pose({0.1, 0, 0}));
  const StepReport report = simulation.step(1.0 / 60);
  EXPECT_EQ(report.exempt, std::vector<std::uint64_t>{1});
}

}  // namespace
}  // namespace graze
