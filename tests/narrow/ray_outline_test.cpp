// What bounds in double and pairs of doubles say of rays, against exact arithmetic: with `all` balls and capsules are
// asked exactly, always.
#include "narrow/ray/ray_outline.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>

#include "graze/graze.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

bool same_bits(Vec3 x, Vec3 y) {
  for (int axis = 0; axis < 3; ++axis)
    if (std::bit_cast<std::uint64_t>(x[axis]) != std::bit_cast<std::uint64_t>(y[axis])) return false;
  return true;
}

// Aimed at places on and around a body of this size, from near and far, some along an axis of it.
Ray aimed(oracle::Dice& dice, Vec3 at, double size) {
  const Vec3 target = at + dice.direction() * (size * dice.pick({0.5, 0.999999, 1.0, 1.000001, 1.2}));
  const Vec3 origin = at + dice.direction() * (size * std::pow(10.0, dice.uniform(-0.2, 3)));
  Ray ray{origin, (target - origin) * dice.uniform(0.1, 3)};
  if (dice.chance(4)) ray.max = dice.uniform(0, 2);
  if (dice.chance(6)) ray = {origin, dice.pick({Vec3{0, 0, 1}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}})};
  return ray;
}

TEST(RayOutline, BallsAndCapsulesAreHitWhereExactArithmeticSays) {
  oracle::Dice dice(31);
  int hits = 0, exact = 0, all = 0;
  for (int i = 0; i < 400; ++i) {
    const double size = std::pow(10.0, dice.uniform(-3, 3)), radius = size * dice.pick({0.1, 0.5, 1.0});
    const Shape shape = dice.chance(3) ? make_sphere(size) : make_capsule(radius, size);
    const Body body{shape, dice.chance(5) ? make_pose(dice.grid(-2, 2)) : make_pose(dice.in_cube(10), dice.rotation())};
    for (int k = 0; k < 50; ++k) {
      const Ray ray = aimed(dice, body.pose.translation, dice.pick({size, size + radius, radius}));
      const RayResult quick = cast(body, ray), slow = cast(body, ray, {.want = RayWant::all});
      ASSERT_EQ(quick.answer, slow.answer) << i << " " << k;
      ++all;
      exact += quick.counters.exact_tests > 0;
      if (!quick.yes()) continue;
      ++hits;
      ASSERT_EQ(std::bit_cast<std::uint64_t>(quick.closest.t), std::bit_cast<std::uint64_t>(slow.closest.t));
      ASSERT_TRUE(same_bits(quick.closest.normal, slow.closest.normal));
      ASSERT_TRUE(same_bits(quick.closest.point, slow.closest.point));
    }
  }
  std::printf("%d rays, %d hits, %d by exact arithmetic\n", all, hits, exact);
  EXPECT_GT(hits, all / 5);
  EXPECT_LT(exact, all / 3);  // those that start inside, and a few
  EXPECT_GT(exact, 0);
}

TEST(RayOutline, WhatIsHitIsNotMissed) {
  oracle::Dice dice(32);
  int hits = 0, misses = 0, all = 0;
  for (int i = 0; i < 400; ++i) {
    const double size = std::pow(10.0, dice.uniform(-3, 3));
    const Vec3 half{size, size * dice.uniform(0.1, 1), size * dice.pick({1e-6, 0.3, 1.0})};
    const Vec3 shift = dice.in_cube(size);
    const Shape tetrahedron = make_mesh({shift, shift + Vec3{half.x, 0, 0}, shift + Vec3{0, half.y, 0}, shift + half},
                                        {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}});
    Body body{dice.chance(2) ? make_box(half) : tetrahedron,
              make_pose(dice.in_cube(dice.pick({1.0, 1e3, 1e9}) * size), dice.rotation())};
    if (dice.chance(3)) body.pose.linear.c1 = body.pose.linear.c1 * dice.uniform(0.2, 4) + body.pose.linear.c0;
    const RayOutline outline = ray_outline(body);
    const auto* slabs = std::get_if<SlabOutline>(&outline);
    if (slabs == nullptr) continue;
    for (int k = 0; k < 50; ++k) {
      const Ray ray = aimed(dice, slabs->centre, size);
      const bool hit = cast(body, ray).yes(), missed = ray_kernels(Isa::scalar).misses(*slabs, ray);
      ASSERT_FALSE(hit && missed) << i << " " << k;
      for (const Isa isa : instruction_sets()) ASSERT_EQ(ray_kernels(isa).misses(*slabs, ray), missed) << i << " " << k;
      ++all;
      hits += hit;
      misses += missed;
    }
  }
  std::printf("%d rays, %d hits, %d surely miss\n", all, hits, misses);
  EXPECT_GT(hits, all / 10);
  EXPECT_GT(misses, all / 10);
}

}  // namespace
}  // namespace graze
