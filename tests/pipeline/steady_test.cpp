// A steady step asks for no memory.
#include <gtest/gtest.h>

#include "graze/pipeline.h"
#include "scenes/worlds.h"
#include "tests/pipeline/counted_memory.h"

namespace graze {
namespace {

// Balls that go to and fro: the pairs are always the same ones.
TEST(Steady, AStepAllocatesNothing) {
  for (const std::uint32_t triangles : {0u, 80u}) {
    for (const BroadKind broad : broad_kinds) {
      scenes::WorldScene scene = scenes::bouncing_spheres(200, 0.2, triangles, 3);
      for (scenes::Actor& actor : scene.actors) actor.spin = {};
      World world;
      PipelineSettings settings{.broad = broad};
      settings.filters.assign(filter_kinds.begin(), filter_kinds.end());
      Pipeline pipeline(world, settings);
      const auto ids = scenes::populate(world, scene);
      std::size_t during = 0, touching = 0;
      for (int step = 0; step < 20; ++step) {
        scene.advance(step % 2 == 0 ? 0.001 : -0.001);
        scenes::enqueue(world, scene, ids);
        const std::size_t before = allocations;
        touching = pipeline.step().pairs.size();
        if (step >= 10) during += allocations - before;
      }
      EXPECT_EQ(during, 0u) << name(broad) << ", " << triangles << " triangles";
      EXPECT_GT(touching, 20u);
      EXPECT_GE(pipeline.last().statistics.survivors, touching);
    }
  }
}

}  // namespace
}  // namespace graze
