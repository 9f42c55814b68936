#include "tests/property/concentric.h"

#include <gtest/gtest.h>

#include "narrow/body/body_order.h"

namespace graze::property {
namespace {

TEST(Concentric, SwappingMirrorsOrTheBodiesAreTheSame) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_concentric(seed, oracle::scaled(100));
    tally.print("concentric bodies");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 80) continue;
    EXPECT_GT(tally.total().rate(), 0.8);
    if (seed == oracle::fixed_seed) {
      EXPECT_LT(tally.kinds.at(name(Told::place)).rate(), 1.0);
    }
  }
}

TEST(Concentric, CornersEdgesAndFacesAtCentresHaveUnitNormals) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_centred_contacts(seed, oracle::scaled(600));
    tally.print("contacts at centres");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 300) continue;
    EXPECT_GT(tally.total().rate(), 0.4);
    EXPECT_LT(tally.total().rate(), 0.9);
  }
}

void expect_mirrored(const Body& a, const Body& b) {
  const PenetrationResult forth = find_penetration(a, b), back = find_penetration(b, a);
  EXPECT_EQ(forth.status, Status::ok);
  EXPECT_GT(forth.depth, 0);
  EXPECT_EQ(forth.vector, Vec3{} - back.vector);
  EXPECT_FALSE(forth.symmetric);
  EXPECT_TRUE(mirrors(find_contacts(a, b), find_contacts(b, a)));
  EXPECT_NE(body_order(a, b), 0);
  EXPECT_EQ(body_order(a, b), -body_order(b, a));
}

TEST(Concentric, WhatTellsBodiesApartIsARadiusOrAMargin) {
  const Pose pose = make_pose({1, 2, 3});
  expect_mirrored({make_sphere(1), pose}, {make_sphere(2), pose});
  expect_mirrored({make_box({1, 1, 1}), pose}, {make_box({2, 2, 2}), pose});
  expect_mirrored({make_capsule(1, 1), pose}, {make_capsule(1, 2), pose});
  expect_mirrored({make_capsule(1, 1), pose}, {make_capsule(2, 1), pose});
  expect_mirrored({make_box({1, 1, 1}), pose}, {with_margin(make_box({1, 1, 1}), 0.5), pose});
  expect_mirrored({make_cylinder(1, 1), pose}, {with_margin(make_cylinder(1, 1), 0.5), pose});
  expect_mirrored({make_ellipsoid({1, 2, 3}), pose}, {make_cone(1, 3), pose});
}

TEST(Concentric, BodiesThatAreTheSameSayThatTheyAre) {
  const Body a{make_sphere(1), make_pose({1, 2, 3})}, b{make_sphere(1), make_pose({1, 2, 3})};
  EXPECT_EQ(body_order(a, b), 0);
  EXPECT_TRUE(find_penetration(a, b).symmetric);
  EXPECT_EQ(find_penetration(a, b).vector, find_penetration(b, a).vector);
  const ContactResult found = find_contacts(a, b);
  EXPECT_TRUE(found.symmetric);
  ASSERT_EQ(found.contacts.size(), 1U);
  EXPECT_TRUE(found.contacts[0].arbitrary);
  EXPECT_EQ(found.contacts[0].normal, (Vec3{1, 0, 0}));
  EXPECT_FALSE(find_contacts(a, {make_sphere(1), make_pose({1, 2, 4})}).symmetric);
}

// The length of the normal times the radius rounds up, past a depth that has no rounding of its own.
TEST(Contacts, ACornerAtTheCentreOfASphereHasAUnitNormal) {
  const Pose turned =
      make_pose({}, {0.7918152456958971, 0.2829068377207777, 0.5399872701007397, -0.037497813049916714});
  const double scale = 200;  // reaches out of the sphere
  const Shape corner = make_soup({{},
                                  Vec3{0.0005940156648943494, 0.0008273188057940906, -0.0005772602619583722} * scale,
                                  Vec3{0.0009351275951569142, 0.0006766491158623298, 0.000651583108151675} * scale});
  const ContactResult found = find_contacts({corner, turned}, {make_sphere(0.1), {}});
  ASSERT_FALSE(found.contacts.empty());
  EXPECT_EQ(fault_in_normals(found), "");
  // As it was reported, the triangle is inside the sphere and touches nothing of its surface.
  const Shape small = make_soup({{},
                                 {0.0005940156648943494, 0.0008273188057940906, -0.0005772602619583722},
                                 {0.0009351275951569142, 0.0006766491158623298, 0.000651583108151675}});
  EXPECT_TRUE(find_contacts({small, turned}, {make_sphere(0.1), {}}).contacts.empty());
  const ContactResult near = find_contacts({small, turned}, {make_sphere(0.1), {}}, {.tolerance = 0.1});
  ASSERT_FALSE(near.contacts.empty());
  EXPECT_EQ(fault_in_normals(near), "");
}

TEST(Contacts, WhereAxesMeetTheNormalIsArbitraryAndAcrossThem) {
  const Body along{make_capsule(1, 2), {}}, longer{make_capsule(1, 3), {}};
  for (const Contact& contact : find_contacts(along, longer).contacts) {
    EXPECT_TRUE(contact.arbitrary);
    EXPECT_EQ(std::fabs(contact.normal.x), 1);  // across the axis, which is z
  }
  EXPECT_FALSE(find_contacts(along, longer).contacts.empty());
  const Body across{make_capsule(1, 2), make_pose({}, {std::sqrt(0.5), 0, 0, std::sqrt(0.5)})};
  const ContactResult crossed = find_contacts(along, across);
  ASSERT_EQ(crossed.contacts.size(), 1U);
  EXPECT_TRUE(crossed.contacts[0].arbitrary);
  EXPECT_FALSE(find_contacts(along, {make_capsule(1, 2), make_pose({1.5, 0, 0})}).contacts[0].arbitrary);
}

TEST(Contacts, NoneOfABodyInsideAnother) {
  const auto count = [](const Shape& a, const Shape& b, Vec3 at, double tolerance = 0) {
    return find_contacts({a, {}}, {b, make_pose(at)}, {.tolerance = tolerance}).contacts.size();
  };
  EXPECT_EQ(count(make_sphere(2), make_sphere(1), {0.5, 0, 0}), 0U);
  EXPECT_GT(count(make_sphere(2), make_sphere(1), {1, 0, 0}), 0U);
  EXPECT_GT(count(make_sphere(2), make_sphere(1), {0.5, 0, 0}, 0.5), 0U);
  EXPECT_EQ(count(make_sphere(2), make_cylinder(1, 1), {}), 0U);
  EXPECT_EQ(count(with_margin(make_box({1, 1, 1}), 0.5), make_sphere(1), {}), 0U);
  EXPECT_EQ(count(make_halfspace({0, 0, 1}, 0), make_sphere(1), {0, 0, -1.5}), 0U);
  EXPECT_GT(count(make_halfspace({0, 0, 1}, 0), make_sphere(1), {0, 0, -1}), 0U);
  EXPECT_EQ(count(make_halfspace({0, 0, 1}, 0), make_box({1, 1, 1}), {0, 0, -1.5}), 0U);
  EXPECT_EQ(count(make_halfspace({0, 0, 1}, 0), make_box({1, 1, 1}), {0, 0, -0.5}), 4U);
  EXPECT_EQ(count(make_halfspace({0, 0, 1}, 0), make_cone(1, 1), {0, 0, -1.5}), 0U);
}

// The box around the cone sticks out of the other, the cone does not.
TEST(Concentric, AConeInsideOfABoxHasNoContacts) {
  const Body box{make_box({16, 8, 16}), {}};
  const Body cone{make_cone(4, 16),
                  {{{0.25350461739159724, -0.8609551849509735, 0.4410119935638657},
                    {-0.47719733327392444, -0.507873844748213, -0.7171797981935375},
                    {0.8414381225481735, -0.028641356928458206, -0.5395938830230582}},
                   {}}};
  EXPECT_TRUE(find_contacts(box, cone).contacts.empty());
  EXPECT_TRUE(find_contacts(cone, box).contacts.empty());
  EXPECT_FALSE(find_contacts(box, {cone.shape, {cone.pose.linear, {-1, 0, 0}}}).contacts.empty());
}

}  // namespace
}  // namespace graze::property
