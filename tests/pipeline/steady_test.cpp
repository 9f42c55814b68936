// A steady step asks for no memory.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "graze/pipeline.h"
#include "scenes/worlds.h"

namespace {
std::atomic<std::size_t> allocations{0};
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto step = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

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
