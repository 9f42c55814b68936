// Pairs beyond the range are left alone while they cannot have come near enough.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "graze/graze.h"
#include "narrow/body/posed.h"
#include "pipeline/pipeline_state.h"
#include "tests/oracle/dice.h"
#include "tests/property/bodies.h"
#include "tests/property/worlds.h"

namespace graze {
namespace {

TEST(Room, NoPointComesFartherThanTheStep) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  std::uint64_t tight = 0;
  for (int i = 0; i < 2000; ++i) {
    std::vector<Shape> shapes = property::world_shapes(dice);
    const Shape& shape = shapes[dice.bits() % shapes.size()];
    const double far = dice.pick({0.0, 1.0, 1e3, 1e9});
    const Pose from = make_pose(dice.in_cube(far), dice.rotation());
    Pose to = from;
    if (dice.chance(2)) to.linear = make_pose({}, dice.rotation()).linear;
    to.translation = from.translation + dice.in_cube(dice.pick({0.0, 1e-9, 1e-3, 1.0}));
    const double step = farthest_step(shape, from, to);
    double most = 0;
    for (std::uint32_t t = 0; t < shape.triangle_count(); ++t) {
      const Triangle triangle = shape.triangle(t);
      for (const Vec3& p : {triangle.a, triangle.b, triangle.c})
        most = std::max(most, length(posed(to, p) - posed(from, p)));
    }
    ASSERT_LE(most, step) << "seed " << seed << ", case " << i;
    tight += most > 0.5 * step ? 1 : 0;
  }
  EXPECT_GT(tight, 200u) << "seed " << seed;
}

// Two bodies that come nearer in small steps: the filter sees the pair seldom, and the step that tells it is that of
// find_distance().
TEST(Room, PairsAreAskedAboutSeldomAndToldInTime) {
  std::vector<Vec3> corners;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      for (const double z : {-1.0, 1.0}) corners.push_back({x, y, z});
  for (const Shape& shape : {make_convex(corners), make_sphere(1), make_box({1, 1, 1}), make_cylinder(1, 1)}) {
    World world;
    Pipeline pipeline(world, {.filters = {FilterKind::bounding_sphere}, .range = 0.5});
    const Body fixed{shape, {}};
    world.add(fixed, {.key = 1, .fixed = true});
    const ObjectId id = world.add({shape, make_pose({2.9, 0.1, 0.05})}, {.key = 2});
    std::uint64_t asked = 0, steps = 0;
    for (double x = 2.9; x > 2.2; x -= 0.002, ++steps) {
      const Body moved{shape, make_pose({x, 0.1, 0.05})};
      world.move(id, moved.pose);
      const StepResult& step = pipeline.step();
      const StageStatistics& filter = step.statistics.filters[std::size_t(FilterKind::bounding_sphere)];
      EXPECT_EQ(step.statistics.candidates, filter.decided + step.statistics.exact.cases);
      asked += filter.cases;
      const DistanceResult found = find_distance(fixed, moved, {.max = 0.5});
      ASSERT_EQ(step.pairs.size(), found.beyond ? 0u : 1u) << x;
      if (found.beyond) continue;
      EXPECT_LE(step.pairs[0].lower, found.upper);
      EXPECT_GE(step.pairs[0].upper, found.lower);
      x -= 0.01;
    }
    EXPECT_LT(asked, steps / 2) << steps;
  }
}

// A body that is replaced, or jumps, is asked about again.
TEST(Room, WhatJumpsIsAskedAbout) {
  World world;
  Pipeline pipeline(world, {.range = 0.5});
  world.add({make_box({1, 1, 1}), {}}, {.key = 1, .fixed = true});
  const ObjectId id = world.add({make_box({1, 1, 1}), make_pose({2.6, 0, 0})}, {.key = 2});
  EXPECT_TRUE(pipeline.step().pairs.empty());
  world.move(id, make_pose({2.4, 0, 0}));
  EXPECT_EQ(pipeline.step().pairs.size(), 1u);
  world.move(id, make_pose({2.6, 0, 0}));
  EXPECT_TRUE(pipeline.step().pairs.empty());
  world.reshape(id, make_box({1.2, 1, 1}));
  EXPECT_EQ(pipeline.step().pairs.size(), 1u);
}

// A body's box with room around it, as the broad phase has it: how much depends on earlier steps.
struct RoomBox {
  static constexpr double range = 0.4;
  Body body;
  double left = 0;
  Box now, grown;

  static Box around(const Box& local, const Pose& pose, double more) {
    Box box;
    for (const double x : {local.lo.x, local.hi.x})
      for (const double y : {local.lo.y, local.hi.y})
        for (const double z : {local.lo.z, local.hi.z}) box = merge(box, posed(pose, Vec3{x, y, z}));
    const Vec3 by{more, more, more};
    return {box.lo - by, box.hi + by};
  }
  explicit RoomBox(const Body& first)
      : body(first), now(around(first.shape.bounds(), first.pose, range / 2)), grown(now) {}
  void move(const Pose& pose) {
    const double step = farthest_step(body.shape, body.pose, pose);
    body.pose = pose;
    now = around(body.shape.bounds(), pose, range / 2);
    left -= step;
    if (left >= 0) return;
    left = std::min(16 * step, range / 4);
    grown = around(body.shape.bounds(), pose, range / 2 + left);
  }
};

// Boxes have room that depends on earlier steps, and settings that change give them another one: which step prepares a
// deformable does not depend on it.
TEST(Room, SettingsThatChangeInBetweenPrepareNothingElse) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  const scenes::MeshData soft = scenes::sphere(40);
  std::uint64_t prepared = 0, left_stale = 0;  // left so: where a body's box would have met it for its room alone
  for (int scenario = 0; scenario < 60; ++scenario) {
    World worlds[2];
    Pipeline pipelines[2] = {Pipeline(worlds[0], {.range = RoomBox::range}),
                             Pipeline(worlds[1], {.range = RoomBox::range})};
    std::vector<ObjectId> ids[2];
    std::vector<Vec3> places, ways, spins;
    std::vector<Quat> turns;
    for (int i = 0; i < 8; ++i) {
      places.push_back(dice.in_cube(6));
      ways.push_back(dice.in_cube(0.06));
      turns.push_back(dice.rotation());
      spins.push_back(dice.in_cube(dice.pick({0.0, 0.005, 0.05})));
    }
    const auto pose = [&](std::size_t i) { return make_pose(places[i], turns[i]); };
    const Shape box = make_box({0.5, 0.4, 0.3});
    std::vector<RoomBox> boxes;
    for (std::size_t i = 4; i < 8; ++i) boxes.emplace_back(Body{box, pose(i)});
    std::vector<std::vector<Vec3>> shown(4, soft.vertices);
    for (int w = 0; w < 2; ++w)
      for (std::size_t i = 0; i < 8; ++i)
        ids[w].push_back(
            i < 4 ? worlds[w].add(DeformableMesh(make_mesh(soft.vertices, soft.triangles)), pose(i), {.key = i + 1})
                  : worlds[w].add({box, pose(i)}, {.key = i + 1}));
    for (int step = 0; step < 80; ++step) {
      for (std::size_t i = 4; i < 8; ++i) {
        places[i] = places[i] + ways[i] * dice.uniform(0, 2);
        const Quat& q = turns[i];
        turns[i] = normalized({q.x + spins[i].x, q.y + spins[i].y, q.z + spins[i].z, q.w});
        boxes[i - 4].move(pose(i));
        for (int w = 0; w < 2; ++w) worlds[w].move(ids[w][i], pose(i));
      }
      if (dice.chance(4)) {
        const std::size_t which = dice.bits() % 4;
        const Vec3 pull = dice.in_cube(0.3);
        for (std::size_t v = 0; v < soft.vertices.size(); ++v)
          shown[which][v] = soft.vertices[v] + pull * (soft.vertices[v].z * soft.vertices[v].z);
        for (int w = 0; w < 2; ++w) worlds[w].deform(ids[w][which], shown[which]);
      }
      if (dice.chance(3)) pipelines[1].set(pipelines[1].settings());
      const StepResult& one = pipelines[0].step();
      const StepResult& other = pipelines[1].step();
      ASSERT_EQ(one.statistics.prepared, other.statistics.prepared) << "seed " << seed << ", scenario " << scenario;
      ASSERT_EQ(one.pairs.size(), other.pairs.size()) << "seed " << seed << ", scenario " << scenario;
      prepared += one.statistics.prepared;
      for (std::size_t i = 0; i < 4; ++i) {
        ASSERT_EQ(bool(worlds[0].body(ids[0][i]).shape), bool(worlds[1].body(ids[1][i]).shape)) << "seed " << seed;
        if (worlds[0].body(ids[0][i]).shape) continue;
        Box local;
        for (const Vec3& p : shown[i]) local = merge(local, p);
        const Box own = RoomBox::around(local, pose(i), RoomBox::range / 2);
        left_stale += std::any_of(boxes.begin(), boxes.end(), [&](const RoomBox& near) {
          return overlap(near.grown, own) && !overlap(near.now, own);
        });
      }
    }
  }
  std::printf("seed %llu: %llu prepared, %llu left stale for room alone\n", static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(prepared), static_cast<unsigned long long>(left_stale));
  EXPECT_GT(prepared, 100u) << "seed " << seed;
  EXPECT_GT(left_stale, 20u) << "seed " << seed;
}

}  // namespace
}  // namespace graze
