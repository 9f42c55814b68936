// The same bits: for any number of threads, any order of adding, and after saving and restoring.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "response/wide_contacts.h"
#include "scenes/dynamics.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

using State = std::vector<std::pair<Pose, Vec3>>;

State state_of(const Simulation& simulation) {
  State state;
  for (const std::uint64_t key : simulation.keys()) {
    const BodyState body = simulation.state(key);
    state.push_back({body.body.pose, body.velocity});
  }
  return state;
}

State run(scenes::DynamicScene scene, int threads, unsigned shuffle, int steps) {
  scene.settings.threads = threads;
  if (shuffle != 0) {
    std::mt19937 engine(shuffle);
    std::shuffle(scene.bodies.begin(), scene.bodies.end(), engine);
    std::shuffle(scene.joints.begin(), scene.joints.end(), engine);
  }
  Simulation simulation = scenes::make_simulation(scene);
  for (int i = 0; i < steps; ++i) simulation.step(1.0 / 60);
  return state_of(simulation);
}

constexpr const char* names[] = {"wall", "tetrahedra", "ragdoll", "capsules", "wrecking_ball", "mesh_on_terrain"};

TEST(SameBits, ForThreadsAndOrders) {
  for (const char* name : names) {
    const scenes::DynamicScene scene = scenes::dynamic_scene(name);
    const State plain = run(scene, 1, 0, 40);
    for (const int threads : {2, 3, 8}) EXPECT_EQ(run(scene, threads, 0, 40), plain) << name << " " << threads;
    for (const unsigned shuffle : {1u, 2u}) EXPECT_EQ(run(scene, 1, shuffle, 40), plain) << name << " " << shuffle;
  }
}

// So many bodies that contacts are solved in blocks, which push each other across the seam.
scenes::DynamicScene many_boxes(int iterations) {
  scenes::DynamicScene scene = scenes::pyramid(40);
  scene.settings.iterations = iterations;
  oracle::Dice dice(oracle::fixed_seed);
  for (scenes::DynamicBody& body : scene.bodies)
    if (body.settings.role == BodyRole::moving) body.settings.velocity = dice.in_cube(0.5);
  return scene;
}

TEST(SameBits, ForThreadsAndOrdersInBlocks) {
  for (const int iterations : {1, 3}) {
    const scenes::DynamicScene scene = many_boxes(iterations);
    ASSERT_GT(scene.bodies.size(), WideContacts::most_bodies);
    const State plain = run(scene, 1, 0, 12);
    for (const int threads : {2, 3, 8}) EXPECT_EQ(run(scene, threads, 0, 12), plain) << threads;
    EXPECT_EQ(run(scene, 2, 5, 12), plain);
  }
}

TEST(SameBits, AfterRestoring) {
  std::vector<scenes::DynamicScene> all{many_boxes(1)};
  for (const char* name : names) all.push_back(scenes::dynamic_scene(name));
  for (const scenes::DynamicScene& scene : all) {
    const std::string& name = scene.name;
    Simulation first = scenes::make_simulation(scene), second = scenes::make_simulation(scene);
    for (int i = 0; i < 25; ++i) first.step(1.0 / 60);
    const std::string bytes = first.save();
    second.restore(bytes);
    EXPECT_EQ(state_of(first), state_of(second));
    for (int i = 0; i < 25; ++i) {
      first.step(1.0 / 60);
      second.step(1.0 / 60);
    }
    EXPECT_EQ(state_of(first), state_of(second)) << name;
    EXPECT_THROW(second.restore(bytes.substr(0, bytes.size() / 2)), Error);
  }
}

}  // namespace
}  // namespace graze
