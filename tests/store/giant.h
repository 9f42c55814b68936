// One large part among many small ones.
#pragma once

#include "scenes/scenes.h"
#include "tests/store/stores.h"

namespace graze {

// A ball of that many triangles, solid or its surface alone, and blocks at random in a cube around it, some of which
// meet its surface.
template <class Add>
void make_giant(std::uint32_t triangles, std::uint32_t blocks, bool solid, std::uint64_t seed, const Add& add) {
  const double radius = 2 * std::cbrt(double(blocks));
  scenes::MeshData ball = scenes::sphere(triangles), cube = scenes::cube(1);
  add(Part{"giant", "giant", make_mesh(std::move(ball.vertices), std::move(ball.triangles), {.solid = solid}),
           Pose{{{radius, 0, 0}, {0, radius, 0}, {0, 0, radius}}, {}}, ""});
  const Shape block = make_mesh(std::move(cube.vertices), std::move(cube.triangles), {.solid = true});
  scenes::Random random(seed);
  for (std::uint32_t i = 0; i < blocks; ++i) {
    const double size = random.uniform(0.1, 0.6);
    const Vec3 at{random.uniform(-1.3, 1.3), random.uniform(-1.3, 1.3), random.uniform(-1.3, 1.3)};
    const std::string name = "block " + std::to_string(i);
    add(Part{name, name, block, Pose{{{size, 0, 0}, {0, size, 0}, {0, 0, size}}, at * radius}, ""});
  }
}

}  // namespace graze
