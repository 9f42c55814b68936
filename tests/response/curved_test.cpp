// Cylinders, cones and ellipsoids as bodies: what they weigh, how they stand, roll and topple.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/query.h"
#include "scenes/dynamics.h"

namespace graze {
namespace {

using scenes::DynamicScene;

// The hull of many points of a curved set, which weighs less by a known order of their distance.
Shape hull_of(ShapeForm form, Vec3 half, int around) {
  std::vector<Vec3> points;
  for (int i = 0; i < around; ++i) {
    const double angle = 2 * M_PI * i / around, c = std::cos(angle), s = std::sin(angle);
    if (form == ShapeForm::ellipsoid) {
      for (int j = 0; j <= around / 2; ++j) {
        const double up = M_PI * j / (around / 2);
        points.push_back({half.x * c * std::sin(up), half.y * s * std::sin(up), half.z * std::cos(up)});
      }
      continue;
    }
    points.push_back({half.x * c, half.y * s, -half.z});
    if (form == ShapeForm::cylinder) points.push_back({half.x * c, half.y * s, half.z});
  }
  if (form == ShapeForm::cone) points.push_back({0, 0, half.z});
  return make_convex(points);
}

TEST(Curved, WeighWhatTheirHullsConvergeTo) {
  const Shape shapes[] = {make_cylinder(0.7, 1.1), make_cone(0.7, 1.1), make_ellipsoid({0.7, 0.4, 1.1})};
  const Vec3 half[] = {{0.7, 0.7, 1.1}, {0.7, 0.7, 1.1}, {0.7, 0.4, 1.1}};
  for (int i = 0; i < 3; ++i) {
    const MassProperties exact = mass_of(shapes[i], 3);
    double off[2];
    for (int fine = 0; fine < 2; ++fine) {
      const MassProperties near = mass_of(hull_of(shapes[i].form(), half[i], fine ? 64 : 32), 3);
      EXPECT_LT(near.mass, exact.mass);
      off[fine] = 1 - near.mass / exact.mass;
      EXPECT_NEAR(near.centre.z, exact.centre.z, 2e-3);
      for (int k = 0; k < 3; ++k) EXPECT_NEAR(near.inertia.at(k, k) / exact.inertia.at(k, k), 1, 2.5 * off[fine]) << i;
    }
    EXPECT_NEAR(off[0] / off[1], 4, 0.2) << i;  // by the square of the distance of the points
  }
}

// A body on the floor, tilted gravity in place of a slope.
Simulation on_slope(const Shape& shape, const Pose& pose, double tangent, double friction) {
  DynamicScene scene;
  scene.settings.sleeping = false;
  scene.settings.gravity = Vec3{tangent, 0, -1} * (9.81 / std::sqrt(1 + tangent * tangent));
  scenes::add_floor(scene).settings.friction = friction;
  scenes::add_body(scene, "body", shape, pose).settings.friction = friction;
  return scenes::make_simulation(scene);
}

TEST(Curved, ACylinderRollsDownASlopeAsItMust) {
  const double tangent = 0.2, along = 9.81 * tangent / std::sqrt(1 + tangent * tangent);
  const Quat lie{std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
  Simulation simulation = on_slope(make_cylinder(0.3, 0.5), make_pose({-20, 0, 0.306}, lie), tangent, 0.6);
  for (int i = 0; i < 180; ++i) simulation.step(1.0 / 60);
  // Half of the mass turns with it: two thirds of what would slide without friction.
  const BodyState body = simulation.state(2);
  EXPECT_NEAR(body.centre.x + 20, 0.5 * (2.0 / 3) * along * 9, 0.02 * 3 * along);
  EXPECT_NEAR(body.spin.y * 0.3, body.velocity.x, 0.02 * body.velocity.x);
  EXPECT_NEAR(body.centre.y, 0, 0.02);
}

TEST(Curved, StandAndSleep) {
  for (const char* name : {"logs", "columns", "cones"}) {
    DynamicScene scene = scenes::dynamic_scene(name);
    const auto thrown = [](const scenes::DynamicBody& body) { return body.settings.velocity != Vec3{}; };
    std::erase_if(scene.bodies, thrown);
    Simulation simulation = scenes::make_simulation(scene);
    bool asleep = false;
    for (int i = 0; i < 600 && !asleep; ++i) asleep = simulation.step(1.0 / 60).awake == 0;
    EXPECT_TRUE(asleep) << name;
    for (const scenes::DynamicBody& body : scene.bodies) {
      const Vec3 moved =
          simulation.state(body.settings.key).centre - (body.body.pose * mass_of(body.body.shape, 1).centre);
      EXPECT_LT(length(moved), 0.05) << name << " " << body.settings.key;
    }
  }
}

TEST(Curved, ATallConeTopplesAndAFlatOneStays) {
  const double tangent = 0.5;  // of the slope; a cone of half height h has its centre h / 2 above its base
  for (const double half : {0.3, 1.2}) {
    Simulation simulation = on_slope(make_cone(0.25, half), make_pose({0, 0, half + 0.005}), tangent, 2);
    for (int i = 0; i < 120; ++i) simulation.step(1.0 / 60);
    const double upright = simulation.state(2).body.pose.linear.c2.z;
    if (half < 0.5)
      EXPECT_GT(upright, 0.99);
    else
      EXPECT_LT(upright, 0.9);
  }
}

}  // namespace
}  // namespace graze
