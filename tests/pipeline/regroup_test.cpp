// Groups, masks and user data that change: the step and the queries follow from the next apply on, as a world does that
// was built with them.
#include <gtest/gtest.h>

#include "graze/error.h"
#include "graze/pipeline.h"
#include "graze/world_query.h"
#include "tests/property/worlds.h"

namespace graze {
namespace {

Body small_ball_at(double x) { return {make_sphere(1), make_pose({x, 0, 0})}; }

TEST(Regroup, FollowsTheRulesOfEdits) {
  World world;
  const ObjectId a = world.add(small_ball_at(0), {.key = 1, .user = 5}), b = world.add(small_ball_at(1), {.key = 2});
  world.apply();
  EXPECT_THROW(world.regroup(a, 64, 0), Error);
  EXPECT_EQ(world.pending(), 0u);
  world.regroup(a, 7, 0b101);
  world.set_user(a, 9);
  EXPECT_EQ(world.settings(a).group, 0u) << "edits wait for apply()";
  world.apply();
  EXPECT_EQ(world.settings(a).group, 7u);
  EXPECT_EQ(world.settings(a).mask, 0b101u);
  EXPECT_EQ(world.settings(a).user, 9u);
  EXPECT_EQ(world.settings(a).key, 1u);
  EXPECT_TRUE(world.interested(a, b));
  world.remove(a);
  world.regroup(a, 1, 1);
  world.set_user(a, 1);
  world.apply();
  ASSERT_EQ(world.refused().size(), 2u);
  EXPECT_EQ(world.refused()[0].reason, "regroup: the object is gone");
  EXPECT_EQ(world.refused()[1].reason, "user: the object is gone");
  EXPECT_EQ(world.validate(), "");
}

TEST(Regroup, WhatRestsIsAskedAnewWhenItIsWantedAgain) {
  World world;
  Pipeline pipeline(world);
  const ObjectId a = world.add(small_ball_at(0), {.key = 1}), b = world.add(small_ball_at(1), {.key = 2});
  world.sleep(a);
  world.sleep(b);
  EXPECT_FALSE(pipeline.step().pairs.at(0).resting);
  EXPECT_TRUE(pipeline.step().pairs.at(0).resting);

  world.regroup(b, 3, ~std::uint64_t{0});  // still wanted
  EXPECT_TRUE(pipeline.step().pairs.at(0).resting) << "the answer is that of asking again";
  EXPECT_TRUE(world.asleep(b)) << "who changes groups sleeps on";

  world.regroup(a, 0, 0b0001);  // which leaves group 3 out
  EXPECT_TRUE(pipeline.step().pairs.empty());
  ASSERT_EQ(pipeline.last().events.size(), 1u);
  EXPECT_EQ(pipeline.last().events[0].kind, PairEvent::end);
  EXPECT_TRUE(pipeline.step().events.empty());

  world.regroup(a, 0, 0b1000);
  const StepResult& again = pipeline.step();
  ASSERT_EQ(again.pairs.size(), 1u) << "both sleep, and nobody knows of the pair any more";
  EXPECT_FALSE(again.pairs[0].resting);
  EXPECT_EQ(again.pairs[0].touching, Answer::yes);
  EXPECT_EQ(again.events.at(0).kind, PairEvent::begin);
  EXPECT_TRUE(again.woken.empty());
  EXPECT_TRUE(pipeline.step().pairs.at(0).resting);

  // Away and back between two steps: nobody has seen it.
  world.regroup(a, 0, 0);
  world.regroup(a, 0, 0b1000);
  EXPECT_TRUE(pipeline.step().pairs.at(0).resting);
  EXPECT_EQ(pipeline.validate(), "");
}

TEST(Regroup, ResultsAndEventsCarryTheNewUser) {
  World world;
  Pipeline pipeline(world);
  const ObjectId a = world.add(small_ball_at(0), {.key = 1, .user = 10}),
                 b = world.add(small_ball_at(1), {.key = 2, .user = 20});
  world.sleep(a);
  world.sleep(b);
  EXPECT_EQ(pipeline.step().pairs.at(0).user_a, 10u);
  world.set_user(a, 11);
  const StepResult& rested = pipeline.step();
  EXPECT_TRUE(rested.pairs.at(0).resting);
  EXPECT_EQ(rested.pairs[0].user_a, 11u);
  EXPECT_EQ(rested.pairs[0].user_b, 20u);
  EXPECT_EQ(rested.events.at(0).user_a, 11u);
  EXPECT_EQ(cast(world, {{-5, 0, 0}, {1, 0, 0}}).closest.object.user, 11u);
  world.set_user(a, 12);
  world.remove(b);
  const Event ended = pipeline.step().events.at(0);
  EXPECT_EQ(ended.kind, PairEvent::end);
  EXPECT_EQ(ended.user_a, 12u);
  EXPECT_EQ(ended.user_b, 20u) << "of what is gone";
}

// Whatever was before: steps and queries tell what they tell of a world that was built like this.
TEST(Regroup, IsAsAFreshWorld) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  std::size_t pairs = 0, rested = 0, found = 0;
  for (int round = 0; round < 30; ++round) {
    const std::vector<Shape> shapes = property::world_shapes(dice);
    World world;
    Pipeline pipeline(world, {.range = 0.3, .contacts = true});
    std::vector<ObjectId> ids;
    for (std::uint64_t key = 0; key < 25; ++key)
      ids.push_back(world.add({shapes[dice.bits() % shapes.size()], make_pose(dice.in_cube(2), dice.rotation())},
                              {.key = key, .fixed = dice.chance(5)}));
    pipeline.step();
    for (int step = 0; step < 4; ++step) {
      for (const ObjectId id : ids) {
        if (dice.chance(2))
          world.regroup(id, static_cast<std::uint8_t>(dice.integer(0, 63)), dice.bits() | dice.bits());
        if (dice.chance(3)) world.set_user(id, dice.bits());
        if (dice.chance(3)) world.sleep(id);
      }
      const StepResult& told = pipeline.step();
      World fresh;
      Pipeline other(fresh, pipeline.settings());
      for (const ObjectId id : ids) fresh.add(world.body(id), world.settings(id));
      const StepResult& expected = other.step();
      ASSERT_EQ(told.pairs.size(), expected.pairs.size()) << "seed " << seed;
      pairs += told.pairs.size();
      for (const PairResult& pair : told.pairs) rested += pair.resting;
      for (std::size_t i = 0; i < told.pairs.size(); ++i) {
        const PairResult &x = told.pairs[i], &y = expected.pairs[i];
        EXPECT_EQ(x.key_a, y.key_a);
        EXPECT_EQ(x.key_b, y.key_b);
        EXPECT_EQ(x.user_a, y.user_a);
        EXPECT_EQ(x.user_b, y.user_b);
        EXPECT_EQ(x.touching, y.touching);
        // The older world's queries began where those of the last step ended.
        EXPECT_TRUE(oracle::same(x.distance, y.distance) || (x.lower <= y.upper && y.lower <= x.upper))
            << "seed " << seed;
        EXPECT_EQ(x.distance == 0, y.distance == 0) << "seed " << seed;
        EXPECT_EQ(x.contacts.size(), y.contacts.size());
      }
      for (int group = 0; group < 64; group += 7) {
        const QueryFilter filter{.groups = dice.bits(), .group = group};
        const Body probe{shapes[0], make_pose(dice.in_cube(2))};
        const WorldOverlapResult x = find_overlaps(world, probe, filter), y = find_overlaps(fresh, probe, filter);
        ASSERT_EQ(x.objects.size(), y.objects.size()) << "seed " << seed;
        for (std::size_t i = 0; i < x.objects.size(); ++i) {
          EXPECT_EQ(x.objects[i].object.key, y.objects[i].object.key);
          EXPECT_EQ(x.objects[i].object.user, y.objects[i].object.user);
        }
        found += x.objects.size();
      }
    }
  }
  std::printf("regroup, seed %llu: %zu pairs, %zu at rest, %zu found\n", static_cast<unsigned long long>(seed), pairs,
              rested, found);
  EXPECT_GT(pairs, 500u);
  EXPECT_GT(rested, 20u);
  EXPECT_GT(found, 50u);
}

}  // namespace
}  // namespace graze
