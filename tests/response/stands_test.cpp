// What stands goes on standing, and falls asleep.
#include <gtest/gtest.h>

#include "scenes/dynamics.h"

namespace graze {
namespace {

// 20 s at 60 steps a second, or until all sleep; how far anything sank.
double sunk(const scenes::DynamicScene& scene, bool& asleep) {
  Simulation simulation = scenes::make_simulation(scene);
  std::vector<double> start;
  for (const scenes::DynamicBody& body : scene.bodies) start.push_back(simulation.state(body.settings.key).centre.z);
  asleep = false;
  for (int i = 0; i < 1200 && !asleep; ++i) asleep = simulation.step(1.0 / 60).awake == 0;
  double most = 0;
  for (std::size_t i = 0; i < start.size(); ++i)
    most = std::max(most, start[i] - simulation.state(scene.bodies[i].settings.key).centre.z);
  return most;
}

TEST(Stands, AnArchOfTwentyFiveStones) {
  bool asleep;
  EXPECT_LT(sunk(scenes::arch(25), asleep), 0.01);
  EXPECT_TRUE(asleep);
}

TEST(Stands, AnArchOfAHundredAndOneStones) {
  bool asleep;
  EXPECT_LT(sunk(scenes::arch(101), asleep), 0.03);
  EXPECT_TRUE(asleep);
}

TEST(Stands, AHouseOfCards) {
  bool asleep;
  EXPECT_LT(sunk(scenes::dynamic_scene("cards"), asleep), 0.002);
  EXPECT_TRUE(asleep);
}

TEST(Stands, AHundredOnOneNineTimes) {
  scenes::DynamicScene scene;
  scene.settings.substeps = 32;
  scenes::add_floor(scene);
  for (int i = 0; i < 10; ++i)
    scenes::add_body(scene, "box", make_box({0.5, 0.5, 0.5}), make_pose({0, 0, 0.51 + 1.01 * i}), i == 9 ? 10000 : 100);
  bool asleep;
  EXPECT_LT(sunk(scene, asleep), 0.01);  // the skin
  EXPECT_TRUE(asleep);
}

TEST(Stands, AWallThatNobodyShootsAt) {
  scenes::DynamicScene scene = scenes::dynamic_scene("wall");
  std::erase_if(scene.bodies, [](const scenes::DynamicBody& body) { return body.name == "shot"; });
  bool asleep;
  EXPECT_LT(sunk(scene, asleep), 0.02);
  EXPECT_TRUE(asleep);
}

TEST(Stands, SleepersWakeWhenTheyAreHit) {
  scenes::DynamicScene scene;
  scenes::add_floor(scene);
  for (int i = 0; i < 3; ++i)
    scenes::add_body(scene, "box", make_box({0.5, 0.5, 0.5}), make_pose({0, 0, 0.51 + 1.01 * i}), 100);
  Simulation simulation = scenes::make_simulation(scene);
  for (int i = 0; i < 120; ++i) simulation.step(1.0 / 60);
  EXPECT_TRUE(simulation.state(2).asleep);
  BodySettings ball;
  ball.key = 9;
  ball.velocity = {10, 0, 0};
  simulation.add({make_sphere(0.3), make_pose({-3, 0, 1.5})}, ball);
  bool woke = false;
  for (int i = 0; i < 60; ++i) {
    simulation.step(1.0 / 60);
    woke = woke || !simulation.state(3).asleep;
  }
  EXPECT_TRUE(woke);
  EXPECT_GT(simulation.state(3).centre.x, 0.05);
}

TEST(Stands, RollingFrictionStopsABall) {
  scenes::DynamicScene scene;
  scene.settings.sleeping = false;
  scenes::add_floor(scene);
  scenes::DynamicBody& ball = scenes::add_body(scene, "ball", make_sphere(0.5), make_pose({0, 0, 0.51}), 100);
  ball.settings.velocity = {2, 0, 0};
  ball.settings.spin = {0, 4, 0};
  ball.settings.rolling_friction = 0.02;
  Simulation simulation = scenes::make_simulation(scene);
  for (int i = 0; i < 900; ++i) simulation.step(1.0 / 60);
  // The torque m g c takes the speed of rolling down by g c / (1.4 r).
  const double way = 2 * 2 / (2 * 9.81 * 0.02 / (1.4 * 0.5));
  EXPECT_NEAR(simulation.state(2).centre.x, way, 0.05 * way);
  EXPECT_LT(length(simulation.state(2).velocity), 0.01);
}

}  // namespace
}  // namespace graze
