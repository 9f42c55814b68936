// prepare(): after it no query builds anything, whatever it is asked.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graze/graze.h"
#include "scenes/scenes.h"

namespace graze {
namespace {

struct Named {
  std::string name;
  Shape shape;
};

// Fresh ones of every kind: nothing is built yet.
std::vector<Named> every_kind() {
  const auto mesh = [](const scenes::MeshData& data, ShapeOptions options = {}) {
    return make_mesh(data.vertices, data.triangles, std::move(options));
  };
  const scenes::MeshData ball = scenes::sphere(100), ring = scenes::torus(100), die = scenes::cube(2);
  std::vector<Vec3> strip_points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0.5}, {0, 2, 0}};
  std::vector<double> heights(36);
  for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = 0.1 * double(i * 7 % 5);
  std::vector<Vec3> soup;
  for (const Index3& t : ring.triangles)
    for (const std::uint32_t corner : t) soup.push_back(ring.vertices[corner]);
  return {{"surface", mesh(ring)},
          {"solid", mesh(ring, {.solid = true})},
          {"solid that is convex", mesh(die, {.solid = true})},
          {"solid with a margin", mesh(ball, {.solid = true, .margin = 0.1})},
          {"soup", make_soup(soup)},
          {"strip", make_strip(strip_points, {0, 1, 2, 3, 4})},
          {"fan", make_fan(strip_points, {0, 1, 3, 2, 4})},
          {"terrain", make_terrain(6, 6, 0.5, 0.5, heights)},
          {"polyhedron",
           make_polyhedron({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}})},
          {"box", make_box({0.5, 0.6, 0.7})},
          {"sphere", make_sphere(0.8)},
          {"capsule", make_capsule(0.4, 0.6)},
          {"segment", make_segment({-1, 0, 0}, {1, 0, 0.2})},
          {"point", make_point()},
          {"halfspace", make_halfspace({0, 0, 1}, 0)},
          {"cylinder", make_cylinder(0.6, 0.7)},
          {"cone", make_cone(0.7, 0.8)},
          {"ellipsoid", make_ellipsoid({0.5, 0.7, 0.9})},
          {"convex", make_convex(ball.vertices)},
          {"compound", make_compound({{mesh(die, {.solid = true}), {}},
                                      {make_convex(ball.vertices), make_pose({1, 0, 0})},
                                      {with_margin(make_compound({{mesh(ring), {}}}), 0.05), make_pose({0, 1, 0})}})}};
}

// Overlapping, one around the other, touching or nearly so, apart, and far.
const std::vector<Pose> poses = {make_pose({0.1, 0.05, 0.2}, normalized({0.1, 0.2, 0.3, 1})),
                                 make_pose({0, 0, 0.1}, {}, {6, 6, 6}), make_pose({1.2, 0, 0}), make_pose({0, 0, 2}),
                                 make_pose({50, 3, 1}, normalized({1, 0, 0.5, 1}))};

void ask_pair(const Body& a, const Body& b) {
  (void)inside(b, {0.1, 0.2, 0.3});
  (void)winding(b, {0.1, 0.2, 0.3});
  (void)collide(a, b);
  (void)collide(a, b, {.all = true});
  (void)find_distance(a, b);
  (void)within(a, b, 0.3);
  (void)classify(a, b);
  (void)find_penetration(a, b);
  (void)find_contacts(a, b, {.tolerance = 0.1});
  const MovingBody other{b, {}};
  (void)move(a, translation_by({0.5, 0.1, -1}), std::span(&other, 1));
  (void)move(a, rotation_about({0, 0, 0}, {0, 1, 1}, 0.5), std::span(&other, 1));
}

void ask_rays(const Body& body) {
  (void)cast(body, {{-9, 0.1, 0.2}, {1, 0, 0}});
  (void)cast(body, {{0, 0.1, 9}, {0, 0.01, -1}}, {.want = RayWant::all});
}

void ask_world(const Shape& a, const Shape& b) {
  World world;
  Pipeline pipeline(world, {.filters = {filter_kinds.begin(), filter_kinds.end()}, .range = 0.1});
  world.add({a, {}}, {});
  world.add({b, poses[0]}, {});
  pipeline.step();
}

std::vector<std::size_t> memories(const std::vector<Named>& kinds) {
  std::vector<std::size_t> bytes;
  for (const Named& kind : kinds) bytes.push_back(kind.shape.memory());
  return bytes;
}

void expect_same(const std::vector<Named>& kinds, const std::vector<std::size_t>& before, const std::string& after) {
  for (std::size_t i = 0; i < kinds.size(); ++i)
    ASSERT_EQ(kinds[i].shape.memory(), before[i]) << kinds[i].name << " after " << after;
}

TEST(Prepare, NoPairBuildsAnythingAfterIt) {
  const std::vector<Named> kinds = every_kind();
  for (const Named& kind : kinds) prepare(kind.shape, {.pairs = true, .rays = false, .world = false, .threads = 1});
  const std::vector<std::size_t> before = memories(kinds);
  std::size_t turn = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      // Two of the poses a pair, and one around the other, which asks most of solids.
      for (const std::size_t pose : {std::size_t{1}, turn % poses.size(), (turn + 2) % poses.size()}) {
        ask_pair({kinds[i].shape, {}}, {kinds[j].shape, poses[pose]});
      }
      ++turn;
      expect_same(kinds, before, kinds[i].name + " with " + kinds[j].name);
    }
  }
}

TEST(Prepare, NoRayAndNoWorldBuildsAnythingAfterIt) {
  for (const bool world : {false, true}) {
    const std::vector<Named> kinds = every_kind();
    for (const Named& kind : kinds) {
      prepare(kind.shape, world ? PrepareSettings{} : PrepareSettings{.pairs = false, .rays = true, .world = false});
    }
    const std::vector<std::size_t> before = memories(kinds);
    for (const Named& kind : kinds) {
      for (const Pose& pose : poses) ask_rays({kind.shape, pose});
      if (world) {
        (void)self_collide({kind.shape, {}});
        for (const Named& partner : kinds) ask_world(kind.shape, partner.shape);
      }
      expect_same(kinds, before, kind.name);
    }
  }
}

// So that the tests above cannot pass because nothing is ever built.
TEST(Prepare, WithoutItQueriesBuild) {
  int grown = 0;
  const std::vector<Named> kinds = every_kind();
  const std::vector<std::size_t> before = memories(kinds);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    ask_pair({kinds[i].shape, {}}, {kinds[i].shape, poses[0]});
    ask_world(kinds[i].shape, kinds[i].shape);
    grown += kinds[i].shape.memory() > before[i];
  }
  EXPECT_GT(grown, 15);
}

TEST(Prepare, AWalkerBuildsNothing) {
  const scenes::MeshData ring = scenes::torus(2000);
  const Body ground{make_mesh(ring.vertices, ring.triangles), make_pose({0, 0, 0}, {}, {20, 20, 5})};
  Body walker{make_capsule(0.3, 0.5), make_pose({15, 0, 8})};
  prepare(ground.shape);
  prepare(walker.shape);
  const std::size_t before = ground.shape.memory(), before_walker = walker.shape.memory();
  MoverCache cache;
  int stood = 0;
  for (int frame = 0; frame < 60; ++frame) {
    const MoverResult result = walk(walker, {0.05, 0.1, -0.5}, std::span(&ground, 1), {}, &cache);
    walker.pose = result.pose;
    stood += result.on_ground == Answer::yes;
  }
  EXPECT_GT(stood, 5);
  EXPECT_EQ(ground.shape.memory(), before);
  EXPECT_EQ(walker.shape.memory(), before_walker);
  EXPECT_THROW(prepare(Shape{}), Error);
}

}  // namespace
}  // namespace graze
