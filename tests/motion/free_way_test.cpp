// Ways that one descent tells to be free: the search finds them free, too, and says the same of them.
#include "motion/free_way.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "scenes/scenes.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/same.h"

namespace graze {
namespace {

using oracle::Dice;
using oracle::same;

Shape random_mover(Dice& dice) {
  switch (dice.integer(0, 4)) {
    case 0:
      return make_box({dice.uniform(0.05, 0.4), dice.uniform(0.05, 0.4), dice.uniform(0.05, 0.4)});
    case 1:
      return make_sphere(dice.uniform(0.05, 0.4));
    case 2:
      return make_capsule(dice.uniform(0.05, 0.2), dice.uniform(0.05, 0.4));
    case 3: {
      const scenes::MeshData mesh = scenes::torus(60);
      return with_margin(make_mesh(mesh.vertices, mesh.triangles), 0.05);
    }
    default: {
      const scenes::MeshData mesh = scenes::knot(100);
      return make_mesh(mesh.vertices, mesh.triangles);
    }
  }
}

Motion random_motion(Dice& dice, Vec3 at, double way) {
  const Vec3 by = dice.direction() * way, axis = dice.direction(), origin = at + dice.in_cube(1);
  const double angle = dice.uniform(-2, 2) * way;
  switch (dice.integer(0, 5)) {
    case 0:
      return rotation_about(origin, axis, angle);
    case 1:
      return screw_about(origin, axis, angle, way);
    case 2:
      return translation_with_rotation(by, origin, axis, angle);
    case 3:
      return translation_then_rotation(by, origin, axis, angle);
    default:
      return translation_by(by);
  }
}

TEST(FreeWay, SaysWhatTheSearchSays) {
  Dice dice(oracle::fixed_seed);
  scenes::MeshData ring = scenes::knot(2000);
  for (Vec3& v : ring.vertices) v = v * 4.0;
  const Shape scene = make_mesh(ring.vertices, ring.triangles);
  const Shape solid = make_mesh(ring.vertices, ring.triangles, {.solid = true});
  int free = 0, told = 0, stopped = 0, cases = 600;
  for (int i = 0; i < cases; ++i) {
    const double far = dice.chance(10) ? 1e6 : 0;
    Body moving{random_mover(dice), make_pose(dice.in_cube(5) + Vec3{far, 0, 0}, dice.rotation())};
    std::vector<MovingBody> others{{{dice.chance(4) ? solid : scene, make_pose({far, 0, 0})}, {}}};
    if (dice.chance(3)) {
      const Vec3 at = dice.in_cube(5) + Vec3{far, 0, 0};
      others.push_back({{random_mover(dice), make_pose(at, dice.rotation())}, {}});
      if (dice.chance(2)) others.back().motion = random_motion(dice, at, 0.3);
    }
    const Motion motion = random_motion(dice, moving.pose.translation, dice.pick({0.02, 0.2, 1.0, 4.0}));
    MoveSettings settings;
    if (dice.chance(3)) settings.tolerance = dice.pick({0.0, 1e-6, 0.01});
    const MoveResult quick = move(moving, motion, others, settings);
    settings.budget = unlimited_budget;  // which the quick way leaves to the search
    const MoveResult searched = move(moving, motion, others, settings);
    ASSERT_EQ(quick.status, searched.status) << i;
    ASSERT_EQ(quick.answer, searched.answer) << i;
    ASSERT_EQ(quick.start, searched.start) << i;
    ASSERT_EQ(quick.phase, searched.phase) << i;
    ASSERT_EQ(quick.stop_phase, searched.stop_phase) << i;
    ASSERT_EQ(quick.stopped, searched.stopped) << i;
    ASSERT_TRUE(same(quick.lower, searched.lower) && same(quick.upper, searched.upper)) << i;
    ASSERT_TRUE(same(quick.fraction, searched.fraction) && same(quick.gap, searched.gap)) << i;
    ASSERT_TRUE(same(quick.expel, searched.expel)) << i;
    ASSERT_TRUE(same(quick.pose.translation, searched.pose.translation)) << i;
    ASSERT_TRUE(same(quick.pose.linear.c0, searched.pose.linear.c0)) << i;
    ASSERT_TRUE(same(quick.pose.linear.c2, searched.pose.linear.c2)) << i;
    Counters counters;
    const bool surely = surely_free(moving, motion, others, settings.tolerance.value_or(0), counters);
    ASSERT_TRUE(!surely || searched.no()) << i;
    told += surely ? 1 : 0;
    free += searched.no() ? 1 : 0;
    stopped += searched.stopped ? 1 : 0;
  }
  EXPECT_GT(free, cases / 4);
  EXPECT_GT(told, free / 4);
  EXPECT_GT(stopped, cases / 10);
}

// Straight ways close by triangles: nearly all that are free are told without the search, and none that is not.
TEST(FreeWay, TellsWaysCloseByTriangles) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    Dice dice(seed);
    std::printf("ways close by triangles, seed %llu\n", static_cast<unsigned long long>(seed));
    scenes::MeshData ring = scenes::knot(1000);
    for (Vec3& v : ring.vertices) v = v * 4.0;
    const Shape scene = make_mesh(ring.vertices, ring.triangles);
    const MovingBody other{{scene, {}}, {}};
    int free = 0, told = 0, hits = 0;
    const int cases = int(oracle::scaled(1200));
    for (int i = 0; i < cases; ++i) {
      const Body moving{random_mover(dice), make_pose(dice.in_cube(3), dice.rotation())};
      if (collide(moving, other.body).yes() || find_distance(moving, other.body).distance > 0.5) continue;
      const Motion motion = translation_by(dice.direction() * dice.uniform(0.05, 1));
      Counters counters;
      const bool surely = surely_free(moving, motion, {&other, 1}, 0, counters);
      const MoveResult searched = move(moving, motion, {&other, 1}, {.budget = unlimited_budget});
      ASSERT_TRUE(searched.ok()) << i;
      ASSERT_TRUE(!surely || searched.no()) << i;
      // And by poses along the way.
      for (int k = 0; surely && k <= 20; ++k)
        ASSERT_TRUE(collide({moving.shape, pose_at(moving.pose, motion, 0, k / 20.0)}, other.body).no()) << i;
      told += surely ? 1 : 0;
      free += searched.no() ? 1 : 0;
      hits += searched.yes() ? 1 : 0;
    }
    std::printf("%d hits, %d free, %d of them told\n", hits, free, told);
    if (cases < 600) continue;
    EXPECT_GT(hits, 30);
    EXPECT_GT(free, 100);
    EXPECT_GT(told, free * 6 / 10);
  }
}

// A body inside of a solid has contact with it, although no triangle is near.
TEST(FreeWay, NothingNearIsNotEnoughInsideOfASolid) {
  const scenes::MeshData ball = scenes::sphere(500);
  const Body moving{make_sphere(0.05), {}};
  const Motion motion = translation_by({0.1, 0, 0});
  Counters counters;
  const MovingBody surface{{make_mesh(ball.vertices, ball.triangles), {}}, {}};
  EXPECT_TRUE(surely_free(moving, motion, {&surface, 1}, 0, counters));
  EXPECT_TRUE(move(moving, motion, {&surface, 1}).no());
  const MovingBody solid{{make_mesh(ball.vertices, ball.triangles, {.solid = true}), {}}, {}};
  EXPECT_FALSE(surely_free(moving, motion, {&solid, 1}, 0, counters));
  EXPECT_EQ(move(moving, motion, {&solid, 1}).start, MoveStart::overlapping);
}

}  // namespace
}  // namespace graze
