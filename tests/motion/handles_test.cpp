// Queries do not touch the count of a shape's handles: threads that ask about one shape write to nothing in common.
#include <gtest/gtest.h>

#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "base/shared_count.h"
#include "graze/contacts.h"
#include "graze/motion.h"
#include "graze/penetration.h"
#include "graze/query.h"
#include "graze/solid.h"
#include "scenes/scenes.h"
#include "shape/data.h"

namespace graze {
namespace {

struct NamedShape {
  const char* name;
  Shape shape;
};

std::vector<NamedShape> shapes_of_all_kinds() {
  const scenes::MeshData ring = scenes::torus(400);
  const Shape box = make_box({1, 1, 0.5}), ball = make_sphere(1);
  std::vector<NamedShape> shapes{
      {"mesh", make_mesh(ring.vertices, ring.triangles)},
      {"solid", make_mesh(ring.vertices, ring.triangles, {.solid = true})},
      {"box", box},
      {"sphere", ball},
      {"capsule", make_capsule(0.5, 0.7)},
      {"segment", make_segment({-1, 0, 0}, {1, 0, 0})},
      {"point", make_point()},
      {"halfspace", make_halfspace({0, 0, 1}, 0)},
      {"cylinder", make_cylinder(0.7, 0.8)},
      {"cone", make_cone(0.7, 0.8)},
      {"ellipsoid", make_ellipsoid({1, 0.7, 0.5})},
      {"convex", make_convex({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {0.8, 0.8, 0.8}})},
      {"compound", make_compound({{box, {}}, {ball, make_pose({1, 0, 0})}})},
      {"padded box", with_margin(box, 0.1)}};
  return shapes;
}

TEST(Handles, NoQueryTouchesTheirCount) {
  const std::pair<const char*, std::function<void(const Body&, const Body&)>> verbs[] = {
      {"collide", [](const Body& a, const Body& b) { (void)collide(a, b); }},
      {"collide, all", [](const Body& a, const Body& b) { (void)collide(a, b, CollideSettings{.all = true}); }},
      {"distance", [](const Body& a, const Body& b) { (void)find_distance(a, b); }},
      {"within", [](const Body& a, const Body& b) { (void)within(a, b, 0.1); }},
      {"classify", [](const Body& a, const Body& b) { (void)classify(a, b); }},
      {"penetration", [](const Body& a, const Body& b) { (void)find_penetration(a, b); }},
      {"contacts", [](const Body& a, const Body& b) { (void)find_contacts(a, b); }},
      {"ray",
       [](const Body& a, const Body& b) {
         (void)cast(a, Ray{b.pose.translation + Vec3{0.1, 0.2, 5}, {0, 0, -1}});
       }},
      {"inside", [](const Body& a, const Body& b) { (void)inside(a, b.pose.translation); }},
      {"move",
       [](const Body& a, const Body& b) {
         static std::vector<MovingBody> others(1);
         others[0].body = b;
         (void)move(a, translation_by({0, 0, 0.3}), others);
       }},
      {"turn",
       [](const Body& a, const Body& b) {
         static std::vector<MovingBody> others(1);
         others[0].body = b;
         (void)move(a, rotation_about({}, {0, 0, 1}, 0.3), others);
       }},
  };
  const std::vector<NamedShape> shapes = shapes_of_all_kinds();
  int asked = 0;
  for (const auto& [verb, ask] : verbs)
    for (const NamedShape& first : shapes)
      for (const NamedShape& second : shapes)
        for (const Vec3 place : {Vec3{0.3, 0.2, 0.1}, Vec3{1.1, 1.2, 0.9}, Vec3{5, 1, 0}}) {
          const Body a{first.shape, {}}, b{second.shape, make_pose(place)};
          ask(a, b);  // builds what there is to build
          ask(a, b);
          const std::uint64_t before = SharedCount::touches();
          ask(a, b);
          EXPECT_EQ(SharedCount::touches(), before) << verb << " of " << first.name << " and " << second.name;
          ++asked;
        }
  EXPECT_EQ(asked, 11 * 14 * 14 * 3);
  // The measure does see a copy.
  const std::uint64_t before = SharedCount::touches();
  { const Shape copy = shapes[0].shape; }
  EXPECT_EQ(SharedCount::touches(), before + 2);
}

TEST(Handles, ABorrowedOneIsNotCounted) {
  const Shape box = make_box({1, 1, 1});
  const std::uint64_t before = SharedCount::touches();
  {
    const Shape lent = borrowed(box), again = lent;
    Shape third;
    third = again;
    EXPECT_EQ(third.identity(), box.identity());
  }
  EXPECT_EQ(SharedCount::touches(), before);
  Shape lent = borrowed(box);
  lent = box;  // holds it from now on
  EXPECT_EQ(SharedCount::touches(), before + 1);
}

// Threads that make fresh bodies for each question, while the handle that they copy goes.
TEST(Handles, FreshBodiesInManyThreads) {
  for (int round = 0; round < 20; ++round) {
    std::vector<std::thread> workers;
    {
      const Shape box = make_box({1, 1, 0.5});
      for (int t = 0; t < 4; ++t)
        workers.emplace_back([shape = box] {
          for (int i = 0; i < 500; ++i) {
            const Body a{shape, {}}, b{shape, make_pose({0.001 * i, 0, 0.9})};
            EXPECT_TRUE(collide(a, b).yes());
          }
        });
    }
    for (std::thread& worker : workers) worker.join();
  }
}

}  // namespace
}  // namespace graze
