// Batches of rays answer as single rays do, to the last bit, whether or not they go about the same way: pictures, fans
// of a sensor, and anything else, of meshes, hulls and primitives; full results and brief ones.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "graze/ray_brief.h"
#include "math/isa.h"
#include "scenes/scenes.h"
#include "tests/property/bodies.h"
#include "tests/property/kinds.h"

namespace graze::property {
namespace {

bool equal_hits(const RayHit& x, const RayHit& y) {
  using oracle::same;
  return same(x.t, y.t) && x.triangle == y.triangle && x.tag == y.tag && same(x.barycentric, y.barycentric) &&
         same(x.normal, y.normal) && same(x.point, y.point);
}

// Rays of a picture of the body, from outside or from its middle, in rows of any length.
std::vector<Ray> picture_of(oracle::Dice& dice, Vec3 middle, double size) {
  const Vec3 eye = middle + dice.direction() * (dice.chance(4) ? 0.1 * size : size * dice.uniform(0.5, 6));
  const Vec3 ahead = middle + dice.in_cube(0.2 * size) - eye;
  const Vec3 right = cross(ahead, dice.direction()), up = cross(right, ahead) * (1 / length(ahead));
  const double wide = std::pow(10.0, dice.uniform(-3, 0)) / std::max(length(right), 1e-100) * length(ahead);
  const int across = dice.integer(5, 50);
  std::vector<Ray> rays;
  for (int i = 0; i < 400; ++i) {
    const double u = double(i % across) / across - 0.5, v = double(i / across) / across - 0.25;
    Ray ray{eye, ahead + right * (u * wide) + up * (v * wide)};
    if (dice.chance(100)) ray.max = dice.uniform(0, 1.5);
    if (dice.chance(100)) ray.max = std::numeric_limits<double>::infinity();
    if (dice.chance(100)) ray = ray_between(eye, eye + ray.direction);
    if (dice.chance(300)) ray.direction = {};
    if (dice.chance(300)) ray.direction = -ray.direction;
    rays.push_back(ray);
  }
  return rays;
}

TEST(CoherentRays, answerAsSingleOnesDo) {
  oracle::Dice dice(oracle::fixed_seed);
  const Shape meshes[] = {mesh_of(scenes::knot(20000)), mesh_of(scenes::sphere(300)), mesh_of(scenes::torus(4000)),
                          mesh_of(scenes::cube(8))};
  std::size_t all = 0, hits = 0, shared = 0;
  for (int round = 0; round < 120; ++round) {
    const double size = std::pow(10.0, dice.uniform(-2, 2));
    Body body{meshes[round % 4], {random_linear(dice, pose_kinds[dice.bits() % pose_kinds.size()], size), {}}};
    if (dice.chance(5)) body = random_kind(dice, ShapeForm(dice.bits() % 17), size, {}).body;
    body.pose.translation = body.pose.translation + dice.direction() * dice.pick({0.0, size, 1e6 * size});
    const std::vector<Ray> rays = picture_of(dice, body.pose.translation, size);
    const RaySettings settings{.threads = 1};
    const std::vector<RayResult> together = cast(body, rays, settings);
    std::vector<RayBrief> briefs(rays.size());
    cast(body, rays, briefs, settings);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const RayResult alone = cast(body, rays[i], settings);
      ASSERT_EQ(together[i].status, alone.status) << lines(body, rays[i]);
      ASSERT_EQ(together[i].answer, alone.answer) << lines(body, rays[i]);
      ASSERT_TRUE(equal_hits(together[i].closest, alone.closest)) << lines(body, rays[i]);
      ASSERT_EQ(briefs[i].status, alone.status) << lines(body, rays[i]);
      ASSERT_EQ(briefs[i].answer, alone.answer) << lines(body, rays[i]);
      ++all;
      shared += together[i].counters.box_tests < alone.counters.box_tests;
      if (!alone.yes()) continue;
      ++hits;
      ASSERT_TRUE(oracle::same(briefs[i].t, alone.closest.t)) << lines(body, rays[i]);
      ASSERT_EQ(briefs[i].triangle, alone.closest.triangle) << lines(body, rays[i]);
      ASSERT_EQ(briefs[i].tag, alone.closest.tag);
    }
  }
  std::printf("%zu rays, %zu hits, %zu in bundles\n", all, hits, shared);
  EXPECT_GT(hits, all / 4);
  EXPECT_LT(hits, all - all / 10);
#ifndef __wasm__
  if (instruction_set_in_use() != Isa::scalar) {
    EXPECT_GT(shared, all / 5) << "few rays were cast together";
  }
#endif
}

}  // namespace
}  // namespace graze::property
