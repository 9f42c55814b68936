// Clouds of points against point by point.
#include "graze/points.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/error.h"
#include "graze/query.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

// A point of the cloud as a body of its own.
Body alone(Vec3 point, double radius) { return {radius > 0 ? make_sphere(radius) : make_point(), make_pose(point)}; }

TEST(Points, AnswerAsEachPointAloneDoes) {
  oracle::Dice dice(oracle::fixed_seed);
  const scenes::MeshData ring = scenes::torus(300), ball = scenes::sphere(200);
  const Shape solids[] = {make_mesh(ring.vertices, ring.triangles, {.solid = true}),
                          make_mesh(ball.vertices, ball.triangles, {.solid = true}),
                          make_mesh(ring.vertices, ring.triangles),
                          make_box({0.4, 0.3, 0.5}),
                          make_capsule(0.2, 0.5),
                          make_cylinder(0.3, 0.4)};
  int met = 0, held = 0, cases = 0;
  for (int i = 0; i < static_cast<int>(oracle::scaled(300)); ++i) {
    const int kind = dice.integer(0, 5);
    const Shape& shape = solids[kind];
    const double radius = dice.chance(2) ? 0 : dice.uniform(0.001, 0.05);
    // Spread out, or a knot that may be within the solid as a whole.
    const int count = dice.pick({1, 5, 70, 300});
    const double size = dice.pick({0.05, 0.3, 1.5});
    const Vec3 middle = dice.in_cube(size < 1 ? 1.0 : 0.3);
    std::vector<Vec3> points;
    for (int k = 0; k < count; ++k) points.push_back(middle + dice.in_cube(size));
    const Body body{shape, make_pose(dice.in_cube(0.3), dice.rotation())};
    const Body cloud{make_points(points, radius), {}};
    bool meets = false, unsure = false, near = false;
    double lower = 1e300, upper = 1e300;
    const double reach = dice.uniform(0, 0.3);
    for (const Vec3 point : points) {
      const CollideResult one = collide(body, alone(point, radius));
      meets = meets || one.yes();
      unsure = unsure || one.status != Status::ok;
      near = near || within(body, alone(point, radius), reach).yes();
      const DistanceResult apart = find_distance(body, alone(point, radius));
      lower = std::min(lower, apart.lower);
      upper = std::min(upper, apart.upper);
    }
    if (unsure) continue;
    ++cases;
    met += meets;
    const CollideResult found = collide(body, cloud), swapped = collide(cloud, body);
    ASSERT_EQ(found.status, Status::ok);
    EXPECT_EQ(found.yes(), meets);
    EXPECT_EQ(swapped.yes(), meets);
    EXPECT_EQ(within(body, cloud, reach).yes(), near);
    const DistanceResult distance = find_distance(body, cloud);
    EXPECT_LE(distance.lower, upper * (1 + 1e-9) + 1e-12);
    EXPECT_GE(distance.upper, lower * (1 - 1e-9) - 1e-12);
    if (kind == 0) held += meets && !collide({solids[2], body.pose}, cloud).yes();
  }
  std::printf("%d of %d met, %d of them within a solid and apart from a surface\n", met, cases, held);
  EXPECT_GT(met, cases / 5);
  EXPECT_LT(met, cases);
  EXPECT_GT(held, 0);
}

// So many parts that the tree is asked which of them may be within.
TEST(Points, ManyAreWithinASolidOrNot) {
  oracle::Dice dice(oracle::fixed_seed);
  const scenes::MeshData ring = scenes::torus(500);
  const Shape solid = make_mesh(ring.vertices, ring.triangles, {.solid = true});
  int met = 0, cases = 0;
  for (int i = 0; i < static_cast<int>(oracle::scaled(200)); ++i) {
    // Around the ring's hole, outside of it, and in one of three cases one point within its tube.
    std::vector<Vec3> points;
    const Pose pose = make_pose(dice.in_cube(100), dice.rotation());
    const Body body{solid, pose};
    while (points.size() < 500) {
      const Vec3 point = pose * dice.in_cube(1.5);
      if (!collide(body, alone(point, 0)).yes()) points.push_back(point);
    }
    const bool planted = dice.chance(3);
    if (planted) {
      Vec3 point = pose * dice.in_cube(1.5);
      while (!collide(body, alone(point, 0)).yes()) point = pose * dice.in_cube(1.5);
      points[static_cast<std::size_t>(dice.integer(0, 499))] = point;
    }
    EXPECT_EQ(collide(body, {make_points(points), {}}).yes(), planted);
    EXPECT_EQ(collide({make_points(points), {}}, body).yes(), planted);
    met += planted;
    ++cases;
  }
  EXPECT_GT(met, cases / 6);
  EXPECT_LT(met, cases);
}

TEST(Points, AreNumberedAndTaggedAsGiven) {
  const Shape cloud = make_points({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, 0.25, {7, 8, 9});
  EXPECT_EQ(cloud.triangle_count(), 3u);
  EXPECT_EQ(cloud.tag(2), 9u);
  EXPECT_EQ(cloud.margin(), 0.25);
  EXPECT_EQ(cloud.triangle(1).c, (Vec3{1, 0, 0}));
  const DistanceResult found = find_distance({cloud, {}}, {make_point(), make_pose({2, 1, 0})});
  EXPECT_EQ(found.distance, 0.75);
  EXPECT_THROW(make_points({}), Error);
  EXPECT_THROW(make_points({{0, 0, std::nan("")}}), Error);
  EXPECT_THROW(make_points({{0, 0, 0}}, -1), Error);
  EXPECT_THROW(make_points({{0, 0, 0}}, 0, {1, 2}), Error);
}

}  // namespace
}  // namespace graze
