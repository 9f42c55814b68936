// What mechanics says of simple scenes.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/dynamics.h"
#include "graze/query.h"
#include "scenes/dynamics.h"

namespace graze {
namespace {

using scenes::DynamicScene;

DynamicScene on_floor(const Shape& shape, double height, double friction, double restitution) {
  DynamicScene scene;
  scenes::add_floor(scene).settings.friction = friction;
  scene.bodies.back().settings.restitution = 0;
  scenes::DynamicBody& body = scenes::add_body(scene, "body", shape, make_pose({0, 0, height}), 1000);
  body.settings.friction = friction;
  body.settings.restitution = restitution;
  return scene;
}

TEST(Laws, ASlidingBoxStopsWhereFrictionSays) {
  for (const double dt : {1.0 / 240, 1.0 / 60, 1.0 / 15})
    for (const double friction : {0.1, 0.3, 0.7}) {
      DynamicScene scene = on_floor(make_box({0.5, 0.5, 0.25}), 0.255, friction, 0);
      scene.bodies[1].settings.velocity = {4, 0, 0};
      Simulation simulation = scenes::make_simulation(scene);
      for (double t = 0; t < 6; t += dt) simulation.step(dt);
      const double way = 16 / (2 * friction * 9.81);
      EXPECT_NEAR(simulation.state(2).centre.x, way, 0.01 * way) << dt << " " << friction;
      EXPECT_LT(length(simulation.state(2).velocity), 1e-3);
    }
}

TEST(Laws, ABoxHoldsBelowTheAngleOfFrictionAndSlidesAboveIt) {
  const double friction = 0.4;
  for (const double part : {0.99, 1.01}) {
    DynamicScene scene = on_floor(make_box({0.5, 0.5, 0.1}), 0.102, friction, 0);
    const double tangent = part * friction, cosine = 1 / std::sqrt(1 + tangent * tangent);
    scene.settings.sleeping = false;
    scene.settings.gravity = Vec3{tangent, 0, -1} * (9.81 * cosine);
    Simulation simulation = scenes::make_simulation(scene);
    for (int i = 0; i < 300; ++i) simulation.step(1.0 / 60);
    const double x = simulation.state(2).centre.x;
    if (part < 1) {
      EXPECT_LT(std::fabs(x), 0.002);
    } else {
      EXPECT_NEAR(x, 0.5 * 9.81 * cosine * 0.01 * friction * 25, 0.05);
    }
  }
}

TEST(Laws, APendulumHasItsPeriod) {
  for (const double dt : {1.0 / 240, 1.0 / 60}) {
    DynamicScene scene;
    const Vec3 half{0.05, 0.05, 0.5};
    const double start = 0.2, arm = 0.8;
    scenes::add_fixed(scene, "pivot", make_box({0.1, 0.1, 0.1}), make_pose({0, 0, 0}));
    const Quat turn{0, std::sin(start / 2), 0, std::cos(start / 2)};
    const Vec3 pivot{0, -0.3, 0};
    const Vec3 down = make_pose({}, turn) * Vec3{0, 0, -arm};
    scenes::add_body(scene, "bob", make_box(half), make_pose(pivot + down, turn), 1000);
    BodyJoint joint;
    joint.key = 1;
    joint.kind = BodyJointKind::hinge;
    joint.a = 1;
    joint.b = 2;
    const Quat lie{std::sqrt(0.5), 0, 0, std::sqrt(0.5)};  // z along -y
    joint.frame_a = make_pose(pivot, lie);
    joint.frame_b = make_pose({0, 0, arm}, lie);
    scene.joints.push_back(joint);
    scene.settings.sleeping = false;
    Simulation simulation = scenes::make_simulation(scene);
    const MassProperties mass = mass_of(make_box(half), 1000);
    const double about = mass.inertia.c1.y + mass.mass * arm * arm;
    const double swing = 1 + start * start / 16 + 11 * std::pow(start, 4) / 3072;
    const double period = 2 * M_PI * std::sqrt(about / (mass.mass * 9.81 * arm)) * swing;
    double last = simulation.state(2).centre.x, first = 0, t = 0;
    int crossings = 0;
    double end = 0;
    while (crossings < 21) {
      simulation.step(dt);
      t += dt;
      const double x = simulation.state(2).centre.x;
      if ((x < 0) != (last < 0)) {
        const double at = t - dt * x / (x - last);
        if (crossings++ == 0) first = at;
        end = at;
      }
      last = x;
      ASSERT_LT(t, 60);
    }
    EXPECT_NEAR((end - first) / 10, period, 0.001 * period) << dt;
    EXPECT_LT(simulation.joints()[0].error, 1e-6);
  }
}

TEST(Laws, BouncesReachTheSquareOfTheirRestitution) {
  const double rest = 0.1 + 0.01 * 0.2;  // of the centre: the radius and the skin
  for (const double e : {0.5, 0.8, 0.95, 1.0}) {
    DynamicScene scene = on_floor(make_sphere(0.1), 2.1, 0.5, e);
    Simulation simulation = scenes::make_simulation(scene);
    double last = -1;
    std::vector<double> tops;
    for (int i = 0; i < 1200 && tops.size() < 2; ++i) {
      simulation.step(1.0 / 240);
      const BodyState ball = simulation.state(2);
      if (last > 0 && ball.velocity.z <= 0) tops.push_back(ball.centre.z - rest);
      last = ball.velocity.z;
    }
    ASSERT_EQ(tops.size(), 2u);
    const double fall = 2.1 - rest;
    EXPECT_NEAR(tops[0], fall * e * e, 0.01 * fall * e * e) << e;
    EXPECT_NEAR(tops[1], tops[0] * e * e, 0.01 * tops[0] * e * e) << e;
  }
}

TEST(Laws, ACradleHandsOnItsSpeed) {
  DynamicScene scene = scenes::dynamic_scene("cradle");
  Simulation simulation = scenes::make_simulation(scene);
  const double start = simulation.state(2).centre.z;
  double highest = 0;
  for (int i = 0; i < 240; ++i) {
    simulation.step(1.0 / 120);
    highest = std::max(highest, simulation.state(6).centre.z);
  }
  EXPECT_NEAR(highest - 1, start - 1, 0.01 * (start - 1));
}

TEST(Laws, AFreeTopKeepsItsAngularMomentum) {
  DynamicScene scene;
  scene.settings.gravity = {};
  scenes::add_body(scene, "top", make_box({1, 0.5, 0.15}), make_pose({}), 100).settings.spin = {3, 2, 1};
  Simulation simulation = scenes::make_simulation(scene);
  const StepReport first = simulation.step(1.0 / 60);
  StepReport report;
  for (int i = 0; i < 1000; ++i) report = simulation.step(1.0 / 60);
  EXPECT_LT(length(report.angular_momentum - first.angular_momentum), 1e-6 * length(first.angular_momentum));
  EXPECT_NEAR(report.kinetic, first.kinetic, 1e-3 * first.kinetic);
}

// Thick ones; the wave of thin ones depends on the step (docs/dynamics.md).
TEST(Laws, ThickDominoesFallAtOneSpeedWhateverTheStep) {
  std::vector<double> speeds;
  for (const double dt : {1.0 / 60, 1.0 / 120, 1.0 / 240}) {
    DynamicScene scene = scenes::dynamic_scene("dominoes");
    scene.bodies.resize(42);
    Simulation simulation = scenes::make_simulation(scene);
    const auto fell = [&](std::uint64_t key) { return simulation.state(key).body.pose.linear.c2.z < 0.98; };
    double first = 0, last = 0;
    for (double t = dt; t < 8 && last == 0; t += dt) {
      simulation.step(dt);
      if (first == 0 && fell(12)) first = t;
      if (fell(40)) last = t;
    }
    ASSERT_GT(last, 0) << dt;
    speeds.push_back(28 * 0.2 / (last - first));
  }
  const double mean = (speeds[0] + speeds[1] + speeds[2]) / 3;
  for (const double speed : speeds) EXPECT_NEAR(speed, mean, 0.02 * mean);
}

// K(m) by the arithmetic-geometric mean.
double complete_elliptic(double m) {
  double a = 1, b = std::sqrt(1 - m);
  for (int i = 0; i < 40; ++i) {
    const double next = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = next;
  }
  return M_PI / (2 * a);
}

TEST(Laws, ATopAboutItsMiddleAxisFlipsInTime) {
  DynamicScene scene;
  scene.settings.gravity = {};
  const Vec3 half{1, 0.5, 0.15};
  const Shape shape = make_box(half);
  const Vec3 spin{0.01, 5, 0.01};
  scenes::add_body(scene, "top", shape, make_pose({}), 100).settings.spin = spin;
  Simulation simulation = scenes::make_simulation(scene);
  const MassProperties mass = mass_of(shape, 100);
  // I1 < I2 < I3; the period of the flips back and forth is 4 K / rate.
  const double i1 = mass.inertia.c0.x, i2 = mass.inertia.c1.y, i3 = mass.inertia.c2.z;
  const double two_t = i1 * spin.x * spin.x + i2 * spin.y * spin.y + i3 * spin.z * spin.z;
  const double l_sq = std::pow(i1 * spin.x, 2) + std::pow(i2 * spin.y, 2) + std::pow(i3 * spin.z, 2);
  double rate, m;
  if (l_sq > two_t * i2) {
    rate = std::sqrt((i3 - i2) * (l_sq - two_t * i1) / (i1 * i2 * i3));
    m = (i2 - i1) * (two_t * i3 - l_sq) / ((i3 - i2) * (l_sq - two_t * i1));
  } else {
    rate = std::sqrt((i2 - i1) * (two_t * i3 - l_sq) / (i1 * i2 * i3));
    m = (i3 - i2) * (l_sq - two_t * i1) / ((i2 - i1) * (two_t * i3 - l_sq));
  }
  const double period = 4 * complete_elliptic(m) / rate;
  std::vector<double> flips;
  double last = 5, t = 0;
  const double dt = 1.0 / 60;
  while (flips.size() < 5 && t < 100) {
    simulation.step(dt);
    t += dt;
    const BodyState state = simulation.state(1);
    const double along = dot(state.body.pose.linear.c1, state.spin);
    if ((along < 0) != (last < 0)) flips.push_back(t - dt * along / (along - last));
    last = along;
  }
  ASSERT_EQ(flips.size(), 5u);
  EXPECT_NEAR((flips[4] - flips[0]) / 2, period, 0.02 * period);
}

TEST(Laws, EnergyIsNeverMadeOfNothing) {
  for (const char* name :
       {"wall",          "tetrahedra", "capsules",      "spikes",     "ball_pit", "lever",    "heavy_drop", "chain",
        "spinning_rods", "lever_arm",  "wrecking_ball", "ragdoll",    "bowling",  "dominoes", "cradle",     "arch25",
        "logs",          "columns",    "cones",         "ellipsoids", "rounded",  "hammers"}) {
    DynamicScene scene = scenes::dynamic_scene(name);
    Simulation simulation = scenes::make_simulation(scene);
    double start = 0, fastest = 0, skin = 0, most = -1e300;
    for (const scenes::DynamicBody& body : scene.bodies) {
      if (body.settings.role != BodyRole::moving) continue;
      const BodyState state = simulation.state(body.settings.key);
      const MassProperties mass = mass_of(body.body.shape, body.settings.density);
      const Vec3 size = body.body.shape.bounds().hi - body.body.shape.bounds().lo;
      const Vec3 spin = transpose(state.body.pose.linear) * state.spin;
      start += 0.5 * (mass.mass * dot(state.velocity, state.velocity) + dot(spin, mass.inertia * spin)) +
               9.81 * mass.mass * state.centre.z;
      skin += 9.81 * mass.mass * scene.settings.skin * std::min({size.x, size.y, size.z});
    }
    fastest = 0;
    for (int i = 0; i < 60; ++i) {
      const StepReport report = simulation.step(1.0 / 60);
      fastest = std::max(fastest, report.kinetic);
      most = std::max(most, report.kinetic + report.potential + report.spring);
    }
    EXPECT_LE(most - start, skin + 0.001 * fastest) << name;
  }
}

TEST(Laws, BodiesWithinTheirSkinsAreNotThrownApart) {
  DynamicScene scene;
  scene.settings.gravity = {};
  scene.settings.substeps = 32;
  scenes::add_fixed(scene, "wall", make_box({0.5, 0.5, 0.5}), make_pose({0, 0, 0}));
  for (int i = 1; i <= 40; ++i) scenes::add_body(scene, "box", make_box({0.5, 0.5, 0.5}), make_pose({1.001 * i, 0, 0}));
  Simulation simulation = scenes::make_simulation(scene);
  double most = 0;
  for (int i = 0; i < 60; ++i) most = std::max(most, simulation.step(1.0 / 60).kinetic);
  EXPECT_LT(most, 1e-6);
  // They do come apart.
  EXPECT_GT(simulation.state(41).centre.x, 40.041);
}

}  // namespace
}  // namespace graze
