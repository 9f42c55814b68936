#include "graze/world.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <set>
#include <thread>

#include "graze/error.h"
#include "graze/pipeline.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

Body ball_at(Vec3 at) { return {make_sphere(1), make_pose(at)}; }

TEST(World, NamesAreNeverUsedAgain) {
  World world;
  std::set<ObjectId> seen;
  EXPECT_FALSE(world.contains({}));
  for (int round = 0; round < 50; ++round) {
    const ObjectId id = world.add(ball_at({}), {.key = 5});
    EXPECT_TRUE(id);
    EXPECT_TRUE(seen.insert(id).second);
    EXPECT_FALSE(world.contains(id)) << "edits wait for apply()";
    world.apply();
    EXPECT_TRUE(world.contains(id));
    EXPECT_EQ(world.find(5), id);
    world.remove(id);
    world.apply();
    EXPECT_FALSE(world.contains(id));
    EXPECT_FALSE(world.find(5));
    EXPECT_EQ(world.validate(), "");
  }
  EXPECT_LE(seen.rbegin()->slot, 1u) << "slots are used again";
}

TEST(World, EditsTakeEffectInOrder) {
  World world;
  const ObjectId a = world.add(ball_at({}), {.key = 1, .user = 77, .group = 3});
  world.move(a, make_pose({1, 0, 0}));
  world.move(a, make_pose({2, 0, 0}));
  world.reshape(a, make_box({1, 1, 1}));
  EXPECT_EQ(world.pending(), 4u);
  world.apply();
  EXPECT_EQ(world.pending(), 0u);
  EXPECT_EQ(world.body(a).pose.translation.x, 2);
  EXPECT_EQ(world.body(a).shape.form(), ShapeForm::box);
  EXPECT_EQ(world.settings(a).user, 77u);
  EXPECT_EQ(world.size(), 1u);
  EXPECT_EQ(world.objects(), std::vector{a});
  EXPECT_TRUE(world.refused().empty());
}

TEST(World, RefusesWhatCannotBeDone) {
  World world;
  const ObjectId a = world.add(ball_at({}), {.key = 1}), twin = world.add(ball_at({}), {.key = 1});
  world.apply();
  ASSERT_EQ(world.refused().size(), 1u);
  EXPECT_EQ(world.refused()[0].id, twin);
  EXPECT_NE(world.refused()[0].reason.find("key 1 is in use"), std::string::npos);
  EXPECT_FALSE(world.contains(twin));
  world.move(twin, {});
  world.deform(a, {});
  world.set_interest(a, a, Interest::off);
  world.remove(a);
  world.remove(a);
  world.apply();
  EXPECT_EQ(world.refused().size(), 4u);
  EXPECT_EQ(world.size(), 0u);
  EXPECT_EQ(world.validate(), "");

  const scenes::MeshData soft = scenes::sphere(40);
  const ObjectId mesh = world.add(DeformableMesh(soft.vertices, soft.triangles), {}, {.key = 2});
  world.deform(mesh, {Vec3{}});
  world.reshape(mesh, make_sphere(1));
  world.apply();
  EXPECT_EQ(world.refused().size(), 2u);
  EXPECT_TRUE(world.body(mesh).shape) << "what was refused changed nothing";

  EXPECT_THROW(world.add({Shape{}, {}}, {.key = 3}), Error);
  EXPECT_THROW(world.add(ball_at({std::nan(""), 0, 0}), {.key = 3}), Error);
  EXPECT_THROW(world.add(ball_at({}), {.key = 3, .group = 64}), Error);
  EXPECT_THROW(world.move(mesh, {Mat3{{1, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {}}), Error);
  EXPECT_THROW(world.reshape(mesh, Shape{}), Error);
  EXPECT_THROW(world.set_interest(std::uint8_t{0}, std::uint8_t{64}, Interest::on), Error);
  EXPECT_EQ(world.pending(), 0u);
}

TEST(World, InterestGoesFromThePairToTheDefault) {
  World world;
  const ObjectId a = world.add(ball_at({}), {.key = 1, .group = 1, .mask = 0b110});
  const ObjectId b = world.add(ball_at({}), {.key = 2, .group = 2});
  const ObjectId c = world.add(ball_at({}), {.key = 3, .group = 0});
  world.apply();
  EXPECT_TRUE(world.interested(a, b));
  EXPECT_TRUE(world.interested(b, c));
  EXPECT_FALSE(world.interested(a, c)) << "the mask";
  EXPECT_FALSE(world.interested(a, a));
  world.set_interest(std::uint8_t{0}, std::uint8_t{1}, Interest::on);
  world.set_interest(std::uint8_t{2}, std::uint8_t{0}, Interest::off);
  world.apply();
  EXPECT_TRUE(world.interested(c, a)) << "the groups come before the mask";
  EXPECT_FALSE(world.interested(b, c));
  world.set_interest(a, Interest::off);
  world.set_interest(b, Interest::on);
  world.apply();
  EXPECT_FALSE(world.interested(a, b)) << "off comes before on";
  EXPECT_TRUE(world.interested(b, c)) << "the object comes before the groups";
  world.set_interest(b, a, Interest::on);
  world.set_interest(c, b, Interest::off);
  world.apply();
  EXPECT_TRUE(world.interested(a, b)) << "the pair comes first";
  EXPECT_FALSE(world.interested(b, c));
  world.set_interest(a, b, Interest::unset);
  world.remove(c);
  world.apply();
  EXPECT_FALSE(world.interested(a, b));
  EXPECT_FALSE(world.interested(b, c));
  EXPECT_EQ(world.validate(), "");

  World quiet({.interest = false});
  const ObjectId d = quiet.add(ball_at({}), {.key = 1}), e = quiet.add(ball_at({}), {.key = 2});
  quiet.apply();
  EXPECT_FALSE(quiet.interested(d, e));
  quiet.set_interest(d, e, Interest::on);
  quiet.apply();
  EXPECT_TRUE(quiet.interested(d, e));
}

TEST(World, ATransformTellsTheWorld) {
  World world;
  const ObjectId id = world.add(ball_at({}), {.key = 1});
  const Transform shared(world, id, {});
  const Transform other = shared;
  other.set(make_pose({3, 0, 0}));
  EXPECT_EQ(shared.pose().translation.x, 3);
  EXPECT_THROW(shared.set({Mat3{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}}), Error);
  EXPECT_EQ(shared.pose().translation.x, 3);
  world.apply();
  EXPECT_EQ(world.body(id).pose.translation.x, 3);
}

// Four threads edit objects of their own, and one object that all of them move, while another steps.
TEST(World, TakesEditsFromThreadsDuringSteps) {
  const std::uint64_t seed = oracle::fresh_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  World world;
  Pipeline pipeline(world, {.threads = 2});
  const ObjectId common = world.add(ball_at({}), {.key = 1});
  const Transform transform(world, common, {});
  struct Own {
    std::vector<std::pair<std::uint64_t, ObjectId>> ids;
    std::vector<Vec3> places;
  };
  std::vector<Own> all(4);
  std::atomic<int> running{4};
  std::vector<std::jthread> threads;
  for (std::size_t t = 0; t < all.size(); ++t)
    threads.emplace_back([&, t] {
      oracle::Dice dice(seed + t);
      Own& own = all[t];
      std::uint64_t key = 1000 * (t + 1);
      for (int i = 0; i < 2000; ++i) {
        const int choice = own.ids.empty() ? 0 : dice.integer(0, 9);
        const Vec3 at = dice.in_cube(6);
        if (choice == 0 && own.ids.size() < 20) {
          own.ids.push_back({++key, world.add(ball_at(at), {.key = key})});
          own.places.push_back(at);
        } else if (choice == 1) {
          world.remove(own.ids.back().second);
          own.ids.pop_back();
          own.places.pop_back();
        } else if (choice == 2) {
          transform.set(make_pose(at));
        } else if (choice == 3) {
          world.set_interest(own.ids.front().second, common, Interest::off);
        } else if (!own.ids.empty()) {
          const std::size_t which = dice.bits() % own.ids.size();
          own.places[which] = at;
          world.move(own.ids[which].second, make_pose(at));
        }
      }
      --running;
    });
  std::size_t steps = 0, refused = 0;
  do {
    const StepResult& result = pipeline.step();
    EXPECT_EQ(result.status, Status::ok);
    refused += result.refused.size();
    ++steps;
  } while (running > 0);
  threads.clear();
  const StepResult& last = pipeline.step();
  EXPECT_GE(steps, 1u);
  EXPECT_EQ(refused + last.refused.size(), 0u);
  EXPECT_EQ(world.validate(), "");
  EXPECT_EQ(pipeline.validate(), "");
  EXPECT_EQ(world.body(common).pose, transform.pose());
  std::size_t count = 1, hits = 0;
  for (const Own& own : all) {
    count += own.ids.size();
    for (std::size_t i = 0; i < own.ids.size(); ++i) {
      EXPECT_EQ(world.find(own.ids[i].first), own.ids[i].second);
      EXPECT_EQ(world.body(own.ids[i].second).pose.translation, own.places[i]);
    }
  }
  EXPECT_EQ(world.size(), count);
  const std::vector<ObjectId> ids = world.objects();
  for (std::size_t i = 0; i < ids.size(); ++i)
    for (std::size_t j = i + 1; j < ids.size(); ++j)
      hits += world.interested(ids[i], ids[j]) && collide(world.body(ids[i]), world.body(ids[j])).colliding;
  EXPECT_EQ(last.pairs.size(), hits);
  EXPECT_GT(hits, 0u);
}

}  // namespace
}  // namespace graze
