// ./dev soak runs 100 worlds of 10,000 queries.
#include "graze/world_query.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/oracle/same.h"
#include "tests/property/world_queries.h"

namespace graze {
namespace {

void expect_agreement(const property::Tally& tally) {
  EXPECT_FALSE(tally.failed()) << "seed " << tally.seed << ": " << tally.failure;
  for (const auto& [kind, counts] : tally.kinds) {
    EXPECT_GT(counts.rate(), 0.05) << kind << ", seed " << tally.seed;
    EXPECT_LT(counts.rate(), 1) << kind << ", seed " << tally.seed;
  }
}

TEST(WorldQueries, AnswerAsBodyByBodyForAFixedSeed) {
  expect_agreement(property::check_world_queries(oracle::fixed_seed, oracle::scaled(12), 300));
}

TEST(WorldQueries, AnswerAsBodyByBodyForAFreshSeed) {
  const property::Tally tally = property::check_world_queries(oracle::run_seed(), oracle::scaled(12), 300);
  tally.print("world queries");
  expect_agreement(tally);
}

World grid_of_balls(int side) {
  World world;
  for (int x = 0; x < side; ++x)
    for (int y = 0; y < side; ++y)
      world.add({make_sphere(0.5), make_pose({2.0 * x, 2.0 * y, 0})},
                {.key = std::uint64_t(x * side + y), .user = std::uint64_t(x), .group = std::uint8_t(y % 4)});
  world.apply();
  return world;
}

TEST(WorldQueries, FiltersChoose) {
  World world = grid_of_balls(4);
  const Body everything{make_box({10, 10, 1}), make_pose({3, 3, 0})};
  const auto count = [&](const QueryFilter& filter) { return find_overlaps(world, everything, filter).objects.size(); };
  EXPECT_EQ(count({}), 16u);
  EXPECT_EQ(count({.groups = 0b101}), 8u);
  EXPECT_EQ(count({.accept = [](const ObjectName& object) { return object.user == 2; }}), 4u);
  world.add({make_sphere(0.5), make_pose({20, 0, 0})}, {.key = 100, .mask = 0b10});
  world.set_interest(world.find(0), world.find(5), Interest::off);
  world.apply();
  EXPECT_EQ(count({.except = world.find(0)}), 14u) << "itself and the one it has no interest in";
  EXPECT_TRUE(cast(world, {{20, 0, 5}, {0, 0, -1}}, {.filter = {.group = 1}}).yes());
  EXPECT_TRUE(cast(world, {{20, 0, 5}, {0, 0, -1}}, {.filter = {.group = 2}}).no());
  world.remove(world.find(100));
  const ObjectId gone = world.find(100);
  world.apply();
  EXPECT_EQ(find_overlaps(world, everything, {.except = gone}).status, Status::invalid);
}

TEST(WorldQueries, SayWhatIsNoQuestion) {
  const World world = grid_of_balls(2);
  EXPECT_EQ(cast(world, {{0, 0, 0}, {0, 0, 0}}).status, Status::invalid);
  EXPECT_EQ(find_overlaps(world, Body{}).status, Status::invalid);
  EXPECT_EQ(within(world, {make_sphere(1), {}}, -1).status, Status::invalid);
  EXPECT_EQ(find_nearest(world, Body{}, 1).status, Status::invalid);
  EXPECT_EQ(move(world, Body{}, translation_by({1, 0, 0})).result.status, Status::invalid);
  EXPECT_EQ(walk(world, Body{}, {1, 0, 0}).result.status, Status::invalid);
  EXPECT_TRUE(find_nearest(World{}, {0, 0, 0}, 3).objects.empty());
  EXPECT_TRUE(cast(World{}, {{0, 0, 0}, {1, 0, 0}}).no());
}

// What depends on the tree, and what has to wait for it, under ThreadSanitizer.
TEST(WorldQueries, RunSideBySideAndInThreads) {
  World world = grid_of_balls(20);
  const scenes::MeshData soft = scenes::sphere(40);
  const ObjectId id =
      world.add(DeformableMesh(make_mesh(soft.vertices, soft.triangles)), make_pose({0, 0, 3}), {.key = 9999});
  oracle::Dice dice(oracle::run_seed());
  for (int round = 0; round < 10; ++round) {
    for (std::uint64_t key = 0; key < 20; ++key) world.move(world.find(key), make_pose(dice.in_cube(10)));
    std::vector<Vec3> moved = soft.vertices;
    for (Vec3& p : moved) p = p * (1 + 0.1 * round);
    world.deform(id, moved);
    world.apply();
    WorldNearestResult found[4];
    {
      std::vector<std::jthread> threads;
      for (WorldNearestResult& result : found)
        threads.emplace_back([&] { result = find_nearest(world, {0, 0, 5}, 5); });
    }
    for (const WorldNearestResult& result : found) {
      ASSERT_EQ(result.objects.size(), 5u);
      for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(result.objects[i].object, found[0].objects[i].object);
    }
    std::vector<Ray> all;
    for (int i = 0; i < 300; ++i) all.push_back({dice.in_cube(20), dice.direction()});
    const std::vector<WorldRayResult> one = cast(world, all), four = cast(world, all, {.threads = 4});
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(one[i].yes(), four[i].yes());
      EXPECT_EQ(one[i].closest.object, four[i].closest.object);
      EXPECT_TRUE(oracle::same(one[i].closest.hit.t, four[i].closest.hit.t));
      EXPECT_EQ(one[i].counters.box_tests, four[i].counters.box_tests);
    }
    EXPECT_EQ(world.validate(), "");
  }
}

// A deformable is asked as its vertices are now, whether or not a step has prepared it.
TEST(WorldQueries, SeeWhatDeformed) {
  World world;
  const scenes::MeshData cube = scenes::cube(1);
  const ObjectId id = world.add(DeformableMesh(make_mesh(cube.vertices, cube.triangles)), {}, {.key = 1});
  world.apply();
  const Ray down{{0.1, 0.2, 50}, {0, 0, -1}};
  const double before = cast(world, down).closest.hit.t;
  std::vector<Vec3> taller = cube.vertices;
  for (Vec3& p : taller) p.z *= 8;
  world.deform(id, taller);
  world.apply();
  EXPECT_FALSE(world.body(id).shape) << "stale, and still an answer";
  const WorldRayResult after = cast(world, down);
  EXPECT_EQ(after.status, Status::ok);
  EXPECT_LT(after.closest.hit.t, before - 1);
  world.deform(id, cube.vertices);
  world.apply();
  EXPECT_EQ(cast(world, down).closest.hit.t, before);
}

}  // namespace
}  // namespace graze
