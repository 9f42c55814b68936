// Half-spaces that are learnt on the way through a tree leave out nothing: a convex body against all triangles of a
// mesh, one by one, each without a tree.
#include "narrow/pair/convex_cuts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "graze/graze.h"
#include "graze/solid.h"
#include "narrow/pair/convex_triangles.h"
#include "tests/oracle/dice.h"
#include "tests/shape/models.h"

namespace graze {
namespace {

Shape random_convex(oracle::Dice& dice, double size) {
  switch (dice.bits() % 5) {
    case 0:
      return make_cylinder(size * dice.uniform(0.2, 1), size * dice.uniform(0.1, 1));
    case 1:
      return make_cone(size * dice.uniform(0.2, 1), size * dice.uniform(0.1, 1));
    case 2:
      return make_ellipsoid({size, size * dice.uniform(0.2, 1), size * dice.uniform(0.2, 1)});
    default: {
      std::vector<Vec3> points;
      const int count = dice.pick({4, 8, 30, 100});
      for (int i = 0; i < count; ++i) points.push_back(dice.direction() * (size * dice.uniform(0.5, 1)));
      return make_convex(points);
    }
  }
}

Pose random_pose(oracle::Dice& dice, Vec3 place) {
  Pose pose = make_pose(place, dice.rotation());
  if (dice.chance(3)) pose.linear.c1 = pose.linear.c1 * dice.uniform(0.3, 2) + pose.linear.c0 * 0.2;
  return pose;
}

TEST(ConvexCuts, WhatIsLeftOutIsApart) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  const Shape surface = test::torus(24, 16).shape();
  int yes = 0, no = 0, within_only = 0, left_out = 0, undecided = 0;
  const auto rounds = int(oracle::scaled(3000));
  for (int round = 0; round < rounds; ++round) {
    const double size = std::pow(10.0, dice.uniform(-1, 0.5)), far = dice.pick({0.0, 1.0, 1e3, 1e7});
    const Vec3 place = dice.in_cube(far);
    const Body mesh{surface, random_pose(dice, place)};
    Body convex{random_convex(dice, size), random_pose(dice, place + dice.direction() * dice.uniform(0.5, 5))};
    if (dice.chance(2)) {
      const DistanceResult apart = find_distance(convex, mesh);
      convex.pose.translation += (apart.point_b - apart.point_a) * dice.pick({0.99, 0.999999, 1.0, 1.000001});
    }
    const double tolerance = dice.pick({0.0, 0.0, 0.1});
    ConvexTriangles sides;
    ASSERT_EQ(make_sides(convex, mesh, sides), Status::ok);

    std::vector<TrianglePair> pairs;
    bool open = false;
    ConvexCuts cuts(sides.body.set, sides.mesh.placement, sides.body.set.radius + tolerance);
    for (std::uint32_t i = 0; i < surface.triangle_count(); ++i) {
      const ConvexMeeting meeting = meeting_within(sides.body.set, sides.triangle(i), tolerance);
      const bool beyond = cuts.beyond_last(sides.mesh.body.triangle(i));
      ASSERT_FALSE(beyond && meeting.relation == Relation::meet) << "round " << round << " triangle " << i;
      left_out += beyond;
      open = open || meeting.relation == Relation::undecided;
      if (meeting.relation == Relation::meet) pairs.push_back({i, 0});
      if (meeting.relation == Relation::separate) cuts.add(meeting.axis);
    }
    const bool meets = !pairs.empty();
    const Vec3 point =
        sides.body.set.of_points() ? sides.body.set.posed_point(0) : posed(convex.pose, sides.body.set.centre);
    const bool enclosed = !meets && inside(mesh, point).answer == Where::inside;
    const WithinResult near = within(convex, mesh, tolerance);
    undecided += open;
    if (open) {
      EXPECT_EQ(near.status == Status::undecided, !meets) << "round " << round;
      continue;
    }
    ASSERT_EQ(near.status, Status::ok);
    EXPECT_EQ(near.yes(), meets || enclosed) << "round " << round;
    if (tolerance == 0) {
      const CollideResult first = collide(convex, mesh), all = collide(mesh, convex, {.all = true});
      EXPECT_EQ(first.yes(), meets || enclosed) << "round " << round;
      EXPECT_EQ(all.pairs, pairs) << "round " << round;
    }
    yes += meets;
    no += !meets && !enclosed;
    within_only += meets && tolerance > 0;
  }
  std::printf("seed %llu: %d rounds, %d meet, %d apart, %d within a tolerance, %d open, %d triangles left out\n",
              static_cast<unsigned long long>(seed), rounds, yes, no, within_only, undecided, left_out);
  EXPECT_GT(yes, rounds / 5);
  EXPECT_GT(no, rounds / 10);
  EXPECT_GT(within_only, rounds / 20);
  EXPECT_GT(left_out, rounds * 100);
}

}  // namespace
}  // namespace graze
