// Answers about convex bodies where it is easy to be wrong: far from the origin, with margins, and hardly touching.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/contacts.h"
#include "graze/solid.h"

namespace graze {
namespace {

// The middle of a core is no posed vertex: a billion away it is off by more than a tolerance of eight digits.
TEST(MarginsAndDoubts, WithinIsExactFarFromTheOrigin) {
  const Body point{make_convex({{0.25, 0, 0}}),
                   {{{-9.276945141567516e-05, -0.1040804751524127, 0.9945688744807354},
                     {-0.9970239256905722, 0.0766836182591899, 0.007931852951166052},
                     {-0.07709269092714932, -0.9916082277707898, -0.10377783782139716}},
                    {99999999.77198277, -1.0675082152635564, -1000000000.2036109}}};
  const Body triangle{make_mesh({{0, 0, 0}, {0, 2, 0}, {1, 1, 0}}, {{0, 1, 2}}),
                      {{{0.7618547624229339, -0.6242915165811908, 0.172735124680106},
                        {-0.41524689682384835, -0.26604420230789394, 0.8699370650205226},
                        {-0.49713915119577856, -0.7344934204900092, -0.4619221575170729}},
                       {99999999.10754374, -1.1092207983240852, -1000000001.5233151}}};
  // In rational arithmetic 1.06628710069507372...
  for (const bool swapped : {false, true}) {
    const Body &a = swapped ? triangle : point, &b = swapped ? point : triangle;
    EXPECT_TRUE(within(a, b, 1.0662871006950534).no());
    EXPECT_TRUE(within(a, b, 1.0662871006950736).no());
    EXPECT_TRUE(within(a, b, 1.0662871006950739).yes());
  }
}

TEST(MarginsAndDoubts, WithinIsToldWhereverTheBracketOfTheDistanceTells) {
  const Body cone{make_cone(0.5, 1), make_pose({0, 0, 0})};
  for (int i = 0; i < 40; ++i) {
    const Body sphere{make_sphere(0.25), make_pose({1.5 + i * 0.125, 0.5, i * 0.0625})};
    const DistanceResult apart = find_distance(cone, sphere);
    ASSERT_EQ(apart.status, Status::ok);
    const WithinResult less = within(cone, sphere, std::nextafter(apart.lower, 0)),
                       more = within(cone, sphere, apart.upper), between = within(cone, sphere, apart.distance);
    EXPECT_EQ(less.status, Status::ok);
    EXPECT_TRUE(less.no());
    EXPECT_EQ(more.status, Status::ok);
    EXPECT_TRUE(more.yes());
    if (between.status == Status::undecided) {
      EXPECT_LE(between.lower, apart.upper);
      EXPECT_GE(between.upper, apart.lower);
    }
  }
}

TEST(MarginsAndDoubts, PointsOfRoundBodiesAreOnThem) {
  const Shape shapes[] = {make_sphere(0.5), with_margin(make_box({0.5, 0.25, 1}), 0.125),
                          with_margin(make_cylinder(0.5, 0.5), 0.25)};
  const Body curved{make_ellipsoid({1, 0.5, 0.25}), make_pose({0, 0, 0})};
  for (const Shape& shape : shapes)
    for (int i = 0; i < 40; ++i) {
      const Body body{shape, make_pose({2 - i * 0.0625, 1.5, 0.75 + i * 0.03125})};
      const DistanceResult found = find_distance(body, curved);
      ASSERT_EQ(found.status, Status::ok);
      EXPECT_LE(find_distance(body, Body{make_point(), make_pose(found.point_a)}).lower, found.point_bound);
      EXPECT_LE(find_distance(curved, Body{make_point(), make_pose(found.point_b)}).lower, found.point_bound);
    }
}

// The end of the core is in reach of the plate's corner, but aside of every normal: the capsule only touches the corner
// with its side.
TEST(MarginsAndDoubts, NoContactAsideOfTheNormal) {
  const Body capsule{make_capsule(0.5, 1), make_pose({0.5, 1, 1.5})};
  const Body plate{make_convex({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}), make_pose({-1, 2, 2})};
  const ContactResult found = find_contacts(capsule, plate, {.tolerance = 0.3});
  ASSERT_EQ(found.status, Status::ok);
  ASSERT_EQ(found.contacts.size(), 1u);
  EXPECT_EQ(found.contacts[0].point, (Vec3{0, 1, 2}));
  EXPECT_EQ(found.contacts[0].depth, 0);
}

TEST(MarginsAndDoubts, InsideDoesNotLeaveAMarginAside) {
  const Vec3 near{1.0625, 0, 0};
  EXPECT_EQ(inside({with_margin(make_box({1, 1, 1}), 0.125), {}}, near).answer, Where::inside);
  EXPECT_EQ(inside({with_margin(make_halfspace({1, 0, 0}, 1), 0.125), {}}, near).answer, Where::inside);
  EXPECT_EQ(inside({with_margin(make_sphere(1), 0.125), {}}, near).answer, Where::inside);
  EXPECT_EQ(inside({with_margin(make_sphere(1), 0.0625), {}}, near).answer, Where::on);
}

// A body too thin to tell whether it meets the surface that its middle is on.
TEST(MarginsAndDoubts, MiddleOnTheSurfaceOfASolid) {
  const Body solid{
      make_polyhedron({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}), {}};
  const Body thin{make_sphere(3.3), {{{1e-320, 0, 0}, {0, 3.3, 0}, {0, 0, 1e17}}, {0, 0, 0}}};
  const CollideResult met = collide(solid, thin);
  EXPECT_TRUE(met.status != Status::ok || met.yes());
  const DistanceResult apart = find_distance(solid, thin);
  EXPECT_TRUE(apart.status != Status::ok || apart.distance == 0);
}

TEST(MarginsAndDoubts, LengthsWhoseSquaresLeaveTheDoublesAreOutOfRange) {
  const Body far{with_margin(make_convex({{0, 0, 0}, {1, 0, 0}}), 1), make_pose({1e300, 7.5e299, -1e154})};
  const Body cone{make_cone(1, 1), make_pose({0, 0, 0})};
  const DistanceResult found = find_distance(far, cone);
  EXPECT_TRUE(found.status != Status::ok || found.lower <= found.upper);
}

}  // namespace
}  // namespace graze
