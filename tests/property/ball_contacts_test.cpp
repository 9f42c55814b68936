#include "tests/property/ball_contacts.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(BallContacts, AreTheNearestPlacesOfTheSurface) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_ball_contacts(seed, oracle::scaled(1500));
    tally.print("contacts of balls");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.5);
    EXPECT_LT(tally.total().rate(), 0.995);
  }
}

// Around the middle of a fine sphere nearly all places are as near: one contact for each of many, or the way out, in
// time that grows with the triangles.
TEST(BallContacts, InTheMiddleOfASphere) {
  const scenes::MeshData mesh = scenes::sphere(20000);
  for (const bool solid : {false, true}) {
    const Body around{make_mesh(mesh.vertices, mesh.triangles, {.solid = solid}), {}};
    const ContactResult result =
        find_contacts({make_sphere(0.9999), make_pose({1e-7, 2e-7, 0})}, around, {.tolerance = 1e-3});
    EXPECT_TRUE(result.ok());
    EXPECT_TRUE(result.yes());
  }
}

// Places on edges hardly off the tip of a spike, where the solid is thinner than anything: what is behind an edge is
// outside again a little farther on.
TEST(BallContacts, BesideTheTipOfASpike) {
  oracle::Dice dice(oracle::fixed_seed);
  int told = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 tip = dice.in_cube(1), along = dice.direction();
    std::vector<Vec3> corners{tip};
    for (int k = 0; k < 3; ++k) corners.push_back(tip - along * dice.uniform(0.5, 1) + dice.in_cube(0.2));
    std::vector<Index3> triangles{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {3, 2, 1}};
    if (dot(corners[1] - tip, cross(corners[2] - tip, corners[3] - tip)) > 0)
      for (Index3& t : triangles) std::swap(t[1], t[2]);
    const Shape solid = make_mesh(corners, triangles, {.solid = true});
    const Vec3 edge = corners[std::size_t(dice.integer(1, 3))] - tip;
    const Vec3 place = tip + edge * std::pow(10.0, dice.uniform(-9, -2));
    const Body ball{make_sphere(0.4), make_pose(place + cross(edge, dice.direction()) * dice.uniform(0.05, 0.3))};
    bool hit = false;
    const std::string fault = fault_in_ball(ball, {solid, {}}, solid, {.tolerance = dice.pick({0.0, 1e-3})}, hit);
    EXPECT_EQ(fault, "") << lines(ball, {solid, {}});
    told += hit;
  }
  EXPECT_GT(told, 1500);
}

// A face beside the place that is touched, no farther than the tolerance, turns no normal.
TEST(BallContacts, NearAnEdge) {
  const scenes::MeshData cube = scenes::cube(1);
  for (const bool solid : {false, true})
    for (const Shape& round : {make_sphere(0.5), make_capsule(0.5, 0.25)})
      for (const double off : {0.1, 2e-3, 5e-4})
        for (const double tolerance : {0.0, 1e-3, 1e-2}) {
          const double high = round.form() == ShapeForm::sphere ? 1.495 : 1.745;
          const ContactResult result =
              find_contacts({round, make_pose({1 - off, 0.1, high})},
                            {make_mesh(cube.vertices, cube.triangles, {.solid = solid}), {}}, {.tolerance = tolerance});
          ASSERT_EQ(result.contacts.size(), 1u) << off << " " << tolerance;
          EXPECT_NEAR(result.contacts[0].depth, 0.005, 1e-12);
          EXPECT_LE(length(result.contacts[0].normal - Vec3{0, 0, -1}), 1e-12);
        }
}

}  // namespace
}  // namespace graze::property
