// Cases with known answers: flush, kissing, nested, one unit in the last place apart.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "convex/depth.h"
#include "convex/gjk.h"

namespace graze {
namespace {

Support cube_at(Vec3 centre, double half = 1) { return support_of_box({half, half, half}, {{}, centre}); }

TEST(ConvexNamed, CubesThatShareAFaceTouch) {
  const Support a = cube_at({}), b = cube_at({2, 0, 0});
  EXPECT_EQ(convex_meeting(a, b).relation, Relation::meet);
  EXPECT_EQ(convex_distance(a, b).upper, 0);
  const ConvexDepth depth = convex_depth(a, b);
  EXPECT_EQ(depth.relation, Relation::meet);
  EXPECT_LT(depth.upper, 1e-13);
}

TEST(ConvexNamed, OneUnitInTheLastPlaceIsApart) {
  const double past = std::nextafter(2.0, 3.0);
  const Support a = cube_at({}), b = support_of_box({1, 1, 1}, {{}, {std::nextafter(past, 3.0), 0, 0}});
  ASSERT_GT(b.posed_point(0).x, 1.0);
  EXPECT_EQ(convex_meeting(a, b).relation, Relation::separate);
  const ConvexDistance d = convex_distance(a, b);
  EXPECT_EQ(d.relation, Relation::separate);
  EXPECT_GT(d.lower, 0);
  EXPECT_LT(d.upper, 1e-15);
  EXPECT_NEAR(d.normal.x, 1, 1e-12);
  EXPECT_EQ(convex_depth(a, b).relation, Relation::separate);
}

TEST(ConvexNamed, CornersAndEdgesThatTouchMeet) {
  EXPECT_EQ(convex_meeting(cube_at({}), cube_at({2, 2, 2})).relation, Relation::meet);
  EXPECT_EQ(convex_meeting(cube_at({}), cube_at({2, 2, 0})).relation, Relation::meet);
  const std::vector<Vec3> x{{-1, 0, 0}, {1, 0, 0}}, y{{0, -1, 0}, {0, 1, 0}},
      above{{0, -1, 0x1p-1000}, {0, 1, 0x1p-1000}};
  EXPECT_EQ(convex_meeting(support_of(x), support_of(y)).relation, Relation::meet);
  EXPECT_EQ(convex_meeting(support_of(x), support_of(above)).relation, Relation::separate);
}

// Both doubled: the same class, twice the depth.
TEST(ConvexNamed, NestedBoxesScale) {
  for (const double scale : {1.0, 2.0}) {
    const ConvexDepth d = convex_depth(cube_at({}, scale), cube_at({0.25 * scale, 0, 0}, 0.5 * scale));
    EXPECT_EQ(d.relation, Relation::meet);
    EXPECT_NEAR(d.lower, 1.25 * scale, 1e-9);
    EXPECT_NEAR(d.upper, 1.25 * scale, 1e-9);
    EXPECT_NEAR(std::abs(d.normal.x), 1, 1e-9);
  }
}

TEST(ConvexNamed, SpheresAreExactPointsWithRadii) {
  const std::vector<Vec3> centre{{}};
  const Support a = support_of(centre, {}, 3), b = support_of(centre, {{}, {3, 4, 0}}, 2);
  EXPECT_EQ(convex_meeting(a, b).relation, Relation::meet);
  const Support smaller = support_of(centre, {{}, {3, 4, 0}}, std::nextafter(2.0, 0.0));
  EXPECT_EQ(convex_meeting(a, smaller).relation, Relation::separate);
  const ConvexDepth d = convex_depth(support_of(centre, {}, 3), support_of(centre, {{}, {3, 0, 0}}, 2));
  EXPECT_NEAR(d.lower, 2, 1e-12);
  EXPECT_NEAR(d.upper, 2, 1e-12);
  EXPECT_NEAR(d.normal.x, 1, 1e-12);
}

TEST(ConvexNamed, MaxEndsTheSearch) {
  const ConvexDistance d = convex_distance(cube_at({}), cube_at({10, 0, 0}), {.max = 3});
  EXPECT_TRUE(d.beyond);
  EXPECT_GT(d.lower, 3);
  EXPECT_LE(d.lower, 8);
}

// Bodies a million times farther from the origin than they are wide.
TEST(ConvexNamed, FarFromTheOriginTheRoundedPointsCount) {
  std::vector<Vec3> ball;
  for (int i = 0; i < 200; ++i) {
    const double z = -1 + (2 * i + 1) / 200.0, r = std::sqrt(1 - z * z);
    ball.push_back({r * std::cos(2.4 * i), r * std::sin(2.4 * i), z});
  }
  const SupportTable table(ball);
  const Pose far{{}, {1e6, -1e6, 1e6}}, beside{{}, {1e6 + 2.5, -1e6, 1e6}};
  const ConvexDistance d = convex_distance(support_of(table, far), support_of(table, beside));
  EXPECT_TRUE(d.converged);
  EXPECT_LT(d.upper - d.lower, 1e-9);
  EXPECT_NEAR(d.lower, 0.5, 0.1);
}

// Deep along every direction, along a ring of them, and hardly at all.
TEST(ConvexNamed, RoundBodiesAboutOneMiddle) {
  const Support ball = support_of_ellipsoid({3, 3, 3}),
                inner = support_of_ellipsoid({1, 1, 1}, make_pose({0, 0, 1e-9}));
  const ConvexDepth all = convex_depth(ball, inner);
  EXPECT_TRUE(all.converged);
  EXPECT_NEAR(all.lower, 4 - 1e-9, 1e-12);
  EXPECT_NEAR(all.upper, 4 - 1e-9, 1e-12);

  // The ball in a cone of radius 1 and height 2 has the radius of the circle in the triangle of its section.
  const std::vector<Vec3> origin{{}};
  const double radius = 2 / (1 + std::sqrt(5.0));
  const ConvexDepth ring = convex_depth(support_of_cone(1, 1), support_of(origin, make_pose({0, 0, radius - 1})));
  EXPECT_TRUE(ring.converged);
  EXPECT_LE(ring.lower, radius);
  EXPECT_GE(ring.upper, radius * (1 - 1e-15));
  EXPECT_LT(ring.upper - ring.lower, 1e-6);
}

TEST(ConvexNamed, ATinyEllipsoidInTheFaceOfALargeBox) {
  for (const double depth : {1e-6, 1e-4, 1e-3}) {
    const Support box = support_of_box({300, 200, 100});
    const Support tiny = support_of_ellipsoid({0.001, 0.002, 0.003}, make_pose({1, 2, 100.003 - depth}));
    const ConvexDepth d = convex_depth(box, tiny);
    EXPECT_TRUE(d.converged);
    EXPECT_LE(d.lower, depth * (1 + 1e-6));
    EXPECT_GE(d.upper, depth * (1 - 1e-6));
    EXPECT_LT(d.upper - d.lower, 1e-6 * 300);
  }
}

}  // namespace
}  // namespace graze
