// The other ways to move bodies: nothing meets there either, and they come to rest alike.
#include <gtest/gtest.h>

#include "graze/query.h"
#include "scenes/dynamics.h"

namespace graze {
namespace {

TEST(Schemes, NothingMeetsInAnyOfThem) {
  for (const char* name : {"bowling", "tetrahedra", "heavy_drop", "ball_pit", "spikes"})
    for (const Scheme scheme : {Scheme::planes, Scheme::revert, Scheme::advance}) {
      scenes::DynamicScene scene = scenes::dynamic_scene(name);
      scene.settings.scheme = scheme;
      Simulation simulation = scenes::make_simulation(scene);
      std::uint64_t reverted = 0, impacts = 0;
      for (int i = 0; i < 60; ++i) {
        const StepReport report = simulation.step(1.0 / 60);
        reverted += report.reverted;
        impacts += report.impacts + report.unfinished;
        for (std::size_t a = 0; a < scene.bodies.size(); ++a)
          for (std::size_t b = a + 1; b < scene.bodies.size() && i % 5 == 0; ++b) {
            if (scene.bodies[b].settings.role == BodyRole::fixed) continue;
            ASSERT_TRUE(collide(simulation.state(a + 1).body, simulation.state(b + 1).body).no()) << name << i;
          }
      }
      EXPECT_EQ(reverted > 0, scheme == Scheme::revert) << name;
      EXPECT_EQ(impacts > 0, scheme == Scheme::advance) << name;
    }
}

TEST(Schemes, ABoxComesToRestInAllOfThem) {
  for (const Scheme scheme : {Scheme::planes, Scheme::revert, Scheme::advance}) {
    scenes::DynamicScene scene;
    scene.settings.scheme = scheme;
    scenes::add_floor(scene);
    scenes::add_body(scene, "box", make_box({0.5, 0.5, 0.5}), make_pose({0, 0, 2}));
    Simulation simulation = scenes::make_simulation(scene);
    for (int i = 0; i < 240; ++i) simulation.step(1.0 / 60);
    EXPECT_NEAR(simulation.state(2).centre.z, 0.51, 0.011) << name(scheme);
    EXPECT_LT(length(simulation.state(2).velocity), 0.05) << name(scheme);
  }
}

}  // namespace
}  // namespace graze
