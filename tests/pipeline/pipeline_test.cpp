#include "graze/pipeline.h"

#include <gtest/gtest.h>

#include "graze/error.h"
#include "scenes/worlds.h"
#include "tests/property/worlds.h"

namespace graze {
namespace {

Body ball_at(double x) { return {make_sphere(1), make_pose({x, 0, 0})}; }

TEST(Pipeline, TellsBeginPersistEnd) {
  World world;
  Pipeline pipeline(world);
  const ObjectId b = world.add(ball_at(0), {.key = 20}), a = world.add(ball_at(5), {.key = 10});
  EXPECT_TRUE(pipeline.step().events.empty());
  const auto expect = [&](PairEvent kind, std::size_t pairs) {
    const StepResult& step = pipeline.step();
    ASSERT_EQ(step.events.size(), 1u);
    EXPECT_EQ(step.events[0].kind, kind);
    EXPECT_EQ(step.events[0].a, a);
    EXPECT_EQ(step.events[0].b, b);
    EXPECT_EQ(step.pairs.size(), pairs);
  };
  world.move(a, make_pose({2, 0, 0}));  // touching is contact
  expect(PairEvent::begin, 1);
  expect(PairEvent::persist, 1);
  world.move(a, make_pose({2.0000001, 0, 0}));
  expect(PairEvent::end, 0);
  EXPECT_TRUE(pipeline.step().events.empty());
  world.move(a, make_pose({1, 0, 0}));
  expect(PairEvent::begin, 1);
  world.set_interest(a, b, Interest::off);
  expect(PairEvent::end, 0);
  world.set_interest(a, b, Interest::unset);
  expect(PairEvent::begin, 1);
  world.remove(a);
  expect(PairEvent::end, 0);
  // Another object under the same key is another object.
  const ObjectId c = world.add(ball_at(1), {.key = 10});
  EXPECT_EQ(pipeline.step().events.at(0).kind, PairEvent::begin);
  world.remove(c);
  pipeline.step();
  const ObjectId d = world.add(ball_at(1), {.key = 10});
  pipeline.step();
  world.remove(d);
  const ObjectId late = world.add(ball_at(1), {.key = 11});
  const StepResult& step = pipeline.step();
  ASSERT_EQ(step.events.size(), 2u);
  EXPECT_EQ(step.events[0].kind, PairEvent::end);
  EXPECT_EQ(step.events[0].a, d);
  EXPECT_EQ(step.events[1].a, late);
}

TEST(Pipeline, SleepersAreLeftAloneUntilTouched) {
  World world;
  Pipeline pipeline(world);
  const ObjectId a = world.add(ball_at(0), {.key = 1}), b = world.add(ball_at(1), {.key = 2});
  const ObjectId ground = world.add(ball_at(0.5), {.key = 3, .fixed = true});
  const ObjectId c = world.add(ball_at(30), {.key = 4});
  pipeline.step();
  for (const ObjectId id : {a, b}) world.sleep(id);
  const StepResult& step = pipeline.step();
  EXPECT_TRUE(world.asleep(a));
  EXPECT_EQ(step.pairs.size(), 3u) << "what rests stays told";
  EXPECT_TRUE(step.pairs[0].resting);
  EXPECT_EQ(step.events[0].kind, PairEvent::persist);
  EXPECT_EQ(step.statistics.candidates, 0u);
  EXPECT_EQ(step.statistics.resting, 3u);
  EXPECT_TRUE(step.woken.empty());

  world.move(c, make_pose({-1.5, 0, 0}));
  pipeline.step();
  EXPECT_EQ(step.woken, std::vector{a});
  EXPECT_FALSE(world.asleep(a));
  EXPECT_TRUE(world.asleep(b));
  EXPECT_EQ(pipeline.step().statistics.resting, 1u) << "b and the ground";
  world.move(ground, make_pose({0.6, 0, 0}));
  EXPECT_EQ(pipeline.step().statistics.resting, 0u) << "what is fixed may be moved";
  EXPECT_TRUE(world.asleep(b)) << "it touched before";
  world.move(b, make_pose({1, 0, 0}));
  pipeline.step();
  EXPECT_FALSE(world.asleep(b));
}

TEST(Pipeline, DeformablesArePreparedWhenTheyMatter) {
  const scenes::MeshData soft = scenes::sphere(200);
  World world;
  Pipeline pipeline(world);
  const ObjectId near = world.add(DeformableMesh(soft.vertices, soft.triangles), make_pose({0, 0, 0}), {.key = 1});
  const ObjectId far = world.add(DeformableMesh(soft.vertices, soft.triangles), make_pose({50, 0, 0}), {.key = 2});
  const ObjectId box = world.add({make_box({1, 1, 1}), make_pose({2.5, 0, 0})}, {.key = 3});
  EXPECT_TRUE(pipeline.step().pairs.empty());
  std::vector<Vec3> larger = soft.vertices;
  for (Vec3& p : larger) p = p * 1.6;
  world.deform(near, larger);
  world.deform(far, larger);
  const StepResult& step = pipeline.step();
  ASSERT_EQ(step.pairs.size(), 1u);
  EXPECT_EQ(step.pairs[0].a, near);
  EXPECT_EQ(step.pairs[0].b, box);
  EXPECT_EQ(step.statistics.prepared, 1u);
  EXPECT_TRUE(world.body(near).shape);
  EXPECT_FALSE(world.body(far).shape) << "nobody asked";
  EXPECT_FALSE(pipeline.test(near, far).touching);
  EXPECT_TRUE(world.body(far).shape);
}

TEST(Pipeline, ASolidThatIsNoneIsTold) {
  const scenes::MeshData soft = scenes::sphere(200);
  World world;
  Pipeline pipeline(world);
  const ObjectId id = world.add(DeformableMesh(soft.vertices, soft.triangles, {.solid = true}), {}, {.key = 1});
  world.add(ball_at(0), {.key = 2});
  EXPECT_TRUE(pipeline.step().pairs.at(0).touching);
  std::vector<Vec3> inside_out = soft.vertices;
  for (Vec3& p : inside_out) p.x = -p.x;
  world.deform(id, inside_out);
  EXPECT_EQ(pipeline.step().pairs.at(0).status, Status::invalid);
  EXPECT_FALSE(pipeline.last().pairs.at(0).touching);
}

TEST(Pipeline, ExplainsWhoDecided) {
  World world;
  Pipeline pipeline(world, {.filters = {FilterKind::bounding_sphere, FilterKind::oriented_box}});
  const ObjectId a = world.add(ball_at(0), {.key = 1}), b = world.add(ball_at(1), {.key = 2});
  const ObjectId far = world.add(ball_at(9), {.key = 3});
  const ObjectId aside = world.add({make_sphere(1), make_pose({1.5, 1.5, 0})}, {.key = 4});
  const ObjectId wall = world.add(ball_at(-9), {.key = 5, .fixed = true}),
                 floor = world.add(ball_at(-8), {.key = 6, .fixed = true});
  pipeline.step();
  EXPECT_EQ(pipeline.explain(a, {}).stage, Stage::gone);
  EXPECT_EQ(pipeline.explain(a, a).stage, Stage::gone);
  EXPECT_EQ(pipeline.explain(wall, floor).stage, Stage::fixed);
  EXPECT_EQ(pipeline.explain(a, far).stage, Stage::boxes);
  EXPECT_NE(pipeline.explain(a, far).text.find("along x"), std::string::npos);
  EXPECT_EQ(pipeline.explain(a, aside).stage, Stage::filter);
  EXPECT_EQ(pipeline.explain(a, aside).filter, FilterKind::bounding_sphere);
  EXPECT_EQ(pipeline.explain(a, b).stage, Stage::exact);
  EXPECT_TRUE(pipeline.explain(b, a).pair.touching);
  world.set_interest(a, b, Interest::off);
  pipeline.step();
  EXPECT_EQ(pipeline.explain(a, b).stage, Stage::interest);
  EXPECT_TRUE(pipeline.test(a, b).touching) << "asked directly, interest does not matter";
  EXPECT_EQ(pipeline.test(a, a).status, Status::invalid);
}

TEST(Pipeline, ChecksItsSettings) {
  World world;
  EXPECT_THROW(Pipeline(world, {.filters = {FilterKind::hull, FilterKind::hull}}), Error);
  EXPECT_THROW(Pipeline(world, {.margin = -1}), Error);
  Pipeline pipeline(world);
  PipelineSettings settings;
  settings.contact.tolerance = -1;
  EXPECT_THROW(pipeline.set(settings), Error);
}

// The same bits for 1, 2, 4 and 8 threads, in the scenes that the benchmarks use.
TEST(Pipeline, ThreadsChangeNothing) {
  const std::vector<scenes::WorldScene> all = {scenes::bouncing_spheres(150, 0.1, 80, 1), scenes::game_server(8, 60, 2),
                                               scenes::deformables(12, 200, 3), scenes::city(100, 80, 4)};
  for (const scenes::WorldScene& start : all) {
    PipelineSettings settings{.margin = 0.05, .triangles = true, .contacts = true};
    settings.filters.assign(filter_kinds.begin(), filter_kinds.end());
    std::vector<scenes::WorldScene> scenes_(4, start);
    std::vector<World> worlds(4);
    std::vector<Pipeline> pipelines;
    std::vector<std::vector<ObjectId>> ids;
    for (std::size_t i = 0; i < 4; ++i) {
      settings.threads = 1 << i;
      pipelines.emplace_back(worlds[i], settings);
      ids.push_back(scenes::populate(worlds[i], scenes_[i]));
    }
    std::size_t touching = 0;
    for (int step = 0; step < 6; ++step)
      for (std::size_t i = 0; i < 4; ++i) {
        scenes_[i].advance(0.05);
        scenes::enqueue(worlds[i], scenes_[i], ids[i]);
        EXPECT_EQ(pipelines[i].step().status, Status::ok);
        EXPECT_EQ(property::difference(pipelines[0].last(), pipelines[i].last()), "")
            << start.name << ", " << pipelines[i].settings().threads << " threads, step " << step;
        touching += pipelines[i].last().pairs.size();
      }
    EXPECT_GT(touching, 0u) << start.name;
    EXPECT_EQ(property::unbalanced(pipelines[0].total()), "");
  }
}

}  // namespace
}  // namespace graze
