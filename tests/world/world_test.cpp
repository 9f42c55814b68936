#include "graze/world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "graze/error.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"
#include "tests/property/command_queue.h"

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

TEST(World, GivesKeysWhereNoneIsGiven) {
  World world;
  const ObjectId a = world.add(ball_at({}), {}), given = world.add(ball_at({}), {.key = first_automatic_key - 1}),
                 b = world.add(ball_at({}), {}), zero = world.add(ball_at({}), {.key = 0});
  const scenes::MeshData soft = scenes::sphere(40);
  const ObjectId mesh = world.add(DeformableMesh(soft.vertices, soft.triangles), {}, {});
  world.apply();
  EXPECT_TRUE(world.refused().empty());
  EXPECT_EQ(world.size(), 5u);
  // The given keys first, then in the order of the calls.
  EXPECT_EQ(world.objects(), (std::vector{zero, given, a, b, mesh}));
  EXPECT_EQ(world.settings(a).key, first_automatic_key);
  EXPECT_EQ(world.settings(b).key, first_automatic_key + 1);
  EXPECT_EQ(world.find(first_automatic_key + 1), b);
  EXPECT_FALSE(world.find(automatic_key));
  // A key is not given twice, also where its object is gone.
  world.remove(mesh);
  const ObjectId c = world.add(ball_at({}), {});
  world.apply();
  EXPECT_EQ(world.settings(c).key, first_automatic_key + 3);
  EXPECT_THROW(world.add(ball_at({}), {.key = first_automatic_key}), Error);
  EXPECT_THROW(world.add(ball_at({}), {.key = automatic_key - 1}), Error);
  EXPECT_THROW(world.add(DeformableMesh(soft.vertices, soft.triangles), {}, world.settings(a)), Error);
  EXPECT_EQ(world.pending(), 0u);
  EXPECT_EQ(world.validate(), "");
}

TEST(World, RefusesWhatCannotBeDone) {
  World world;
  const ObjectId a = world.add(ball_at({}), {.key = 1}), twin = world.add(ball_at({}), {.key = 1});
  world.apply();
  ASSERT_EQ(world.refused().size(), 1u);
  EXPECT_EQ(world.refused()[0].id, twin);
  EXPECT_NE(world.refused()[0].reason.find("key 1 is in use"), std::string::npos);
  EXPECT_FALSE(world.contains(twin));
  world.move(twin, Pose{});
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
  EXPECT_THROW(world.move(mesh, Pose{Mat3{{1, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {}}), Error);
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

TEST(World, TakesEditsFromThreadsDuringSteps) {
  const property::Tally tally = property::check_edits({.seed = oracle::run_seed(), .commands = 4000});
  tally.print("edits from threads");
  EXPECT_FALSE(tally.failed()) << tally.failure << ", seed " << tally.seed;
  EXPECT_GT(tally.total().hits, 0u);
}

}  // namespace
}  // namespace graze
