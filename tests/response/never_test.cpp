// No two bodies ever have a common point: all scenes, steps of any length, asked of the exact predicate.
#include <gtest/gtest.h>

#include "graze/query.h"
#include "scenes/dynamics.h"

namespace graze {
namespace {

struct Tally {
  std::uint64_t ticks = 0, pairs = 0, meeting = 0, shortened = 0;
};

void verify(const Simulation& simulation, const scenes::DynamicScene& scene, Tally& tally) {
  std::vector<Body> bodies;
  for (const scenes::DynamicBody& body : scene.bodies) bodies.push_back(simulation.state(body.settings.key).body);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      if (scene.bodies[i].settings.role == BodyRole::fixed && scene.bodies[j].settings.role == BodyRole::fixed)
        continue;
      ++tally.pairs;
      tally.meeting += !collide(bodies[i], bodies[j]).no();
    }
}

void run(scenes::DynamicScene scene, double dt, double tick, int ticks, Tally& tally) {
  scene.settings.longest_tick = tick;
  if (tick == dt && dt > 0.05) scene.settings.halvings = 0;
  Simulation simulation = scenes::make_simulation(scene);
  const std::uint64_t end = tally.ticks + std::uint64_t(ticks);
  for (int step = 0; tally.ticks < end; ++step) {
    if (scene.drive) scene.drive(simulation, step * dt, dt);
    const StepReport report = simulation.step(dt);
    EXPECT_TRUE(report.exempt.empty());
    tally.ticks += std::uint64_t(report.ticks);
    tally.shortened += report.shortened.size();
    verify(simulation, scene, tally);
  }
}

class Never : public testing::TestWithParam<std::string> {};

TEST_P(Never, ACommonPoint) {
  scenes::DynamicScene scene = GetParam() == "pyramid" ? scenes::pyramid(8) : scenes::dynamic_scene(GetParam());
  const bool heavy = scene.bodies.size() > 30 || scene.bodies[1].body.shape.form() == ShapeForm::compound ||
                     GetParam() == "bolt" || GetParam() == "ragdoll" || GetParam() == "arm" ||
                     GetParam() == "wrecking_ball";
  const int ticks = GetParam() == "arch101" ? 2 : heavy ? 6 : 40;
  Tally tally;
  for (const double dt : {1.0 / 240, 1.0 / 60, 1.0 / 15, 1.0 / 4, 1.0}) {
    run(scene, dt, 1.0 / 60, ticks, tally);
    if (dt > 0.05) run(scene, dt, dt, ticks / 2, tally);
  }
  EXPECT_EQ(tally.meeting, 0u);
  RecordProperty("ticks", int(tally.ticks));
  RecordProperty("pairs", int(tally.pairs));
}

std::vector<std::string> all_names() {
  std::vector<std::string> names = scenes::dynamic_scene_names();
  for (const std::string& name : scenes::dynamic_case_names())
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Scenes, Never, testing::ValuesIn(all_names()), [](const auto& test) { return test.param; });

TEST(NeverCases, ThereAreEnoughOfThem) { EXPECT_GE(scenes::dynamic_case_names().size(), 30u); }

TEST(NeverShots, AtAWallOfBricks) {
  for (int shot = 1; shot <= 10; ++shot) {
    scenes::DynamicScene scene;
    scenes::add_floor(scene);
    const Shape brick = make_box({0.2, 0.1, 0.1});
    for (int row = 0; row < 5; ++row)
      for (int i = 0; i < 5; ++i)
        scenes::add_body(scene, "brick", brick,
                         make_pose({(i + (row & 1) * 0.5 - 2.5) * 0.404, 0, 0.102 + row * 0.202}), 1800);
    const double speed = 60.0 * shot;
    scenes::add_body(scene, "shot", shot % 2 ? make_sphere(0.05) : make_box({0.05, 0.05, 0.05}),
                     make_pose({-0.35 + 0.07 * shot, -0.5 - speed / 120, 0.5}), 7800)
        .settings.velocity = {0, speed, 0};
    Tally tally;
    run(scene, 1.0 / 60, 1.0 / 60, 20, tally);
    run(scene, 1.0 / 4, 1.0 / 4, 6, tally);
    EXPECT_EQ(tally.meeting, 0u) << speed;
  }
}

TEST(NeverStarts, OverlappingBodiesAreRefusedByName) {
  Simulation simulation;
  BodySettings settings;
  for (std::uint64_t i = 0; i < 4; ++i) {
    settings.key = 10 + i;
    simulation.add({make_box({1, 1, 1}), make_pose({i == 3 ? 7.5 : 3.0 * double(i), 0, 0})}, settings);
  }
  try {
    simulation.step(1.0 / 60);
    FAIL();
  } catch (const OverlapError& error) {
    EXPECT_EQ(error.key_a, 12u);
    EXPECT_EQ(error.key_b, 13u);
  }
  simulation.place(13, make_pose({8, 0, 0}));  // touching is contact
  EXPECT_THROW(simulation.step(1.0 / 60), OverlapError);
  simulation.place(13, make_pose({8.01, 0, 0}));
  EXPECT_EQ(simulation.step(1.0 / 60).bodies, 4u);
}

TEST(NeverStarts, WhatIsTooNearForAProofIsRefused) {
  Simulation simulation;
  BodySettings settings;
  simulation.add({make_box({1, 1, 1}), make_pose({6, 0, 0})}, settings);
  settings.key = 1;
  simulation.add({make_box({1, 1, 1}), make_pose({8 + 2e-15, 0, 0})}, settings);
  EXPECT_THROW(simulation.step(1.0 / 60), OverlapError);
}

TEST(NeverStarts, BadInputIsAnError) {
  Simulation simulation;
  BodySettings settings;
  const Shape box = make_box({1, 1, 1});
  simulation.add({box, {}}, settings);
  EXPECT_THROW(simulation.add({box, {}}, settings), Error);  // the key
  settings.key = 1;
  EXPECT_THROW(simulation.add({box, make_pose({}, {}, {2, 2, 2})}, settings), Error);
  EXPECT_THROW(simulation.add({{}, {}}, settings), Error);
  EXPECT_THROW(simulation.add({make_halfspace({0, 0, 1}, 0), make_pose({9, 0, 0})}, settings), Error);
  EXPECT_THROW(
      simulation.add({make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}), make_pose({9, 0, 0})}, settings),
      Error);
  settings.restitution = 2;
  EXPECT_THROW(simulation.add({box, make_pose({9, 0, 0})}, settings), Error);
  EXPECT_THROW(simulation.step(0), Error);
  EXPECT_THROW(simulation.step(std::numeric_limits<double>::infinity()), Error);
  EXPECT_THROW(simulation.state(77), Error);
  EXPECT_THROW(Simulation(SimulationSettings{.skin = 0}), Error);
  BodyJoint joint;
  joint.a = 0;
  joint.b = 5;
  EXPECT_THROW(simulation.add(joint), Error);
  EXPECT_THROW(simulation.restore("nothing"), Error);
}

}  // namespace
}  // namespace graze
